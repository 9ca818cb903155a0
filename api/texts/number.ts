import parsePhoneNumber, { type CountryCode } from 'libphonenumber-js/mobile'

/** Numbers without a country’s code are of this country, as Fettle’s companies are. */
const ownCountry: CountryCode = 'GB'

/** What Ofcom keeps for stories: numbers of the form of mobile ones that nobody has, which demonstrations and tests use. */
const ofStories = /^\+447700900\d{3}$/

/** Where texts go unless the operator set it: the British Isles. Fraudsters earn from texts to costly numbers elsewhere. */
export const usualCountries: readonly CountryCode[] = ['GB', 'GG', 'JE', 'IM', 'IE']

/** A number that can take texts in the form +447700900142, or why there is none. */
export type TextNumber =
  | { number: string; problem?: undefined }
  | { number?: undefined; problem: 'none' | 'not-mobile' | 'abroad' }

/**
 * Where texts for somebody with this telephone number go. A contact may have two in one field: the first mobile number of one of these
 * countries is taken.
 */
export function textNumber(telephone: string, countries: readonly string[] = usualCountries): TextNumber {
  if (!telephone.trim()) return { problem: 'none' }
  let problem: 'not-mobile' | 'abroad' = 'not-mobile'
  for (const one of telephone.split(/[,;/]|\bor\b/)) {
    const parsed = parsePhoneNumber(one.replaceAll(/\s+/g, ' ').trim().slice(0, 40), ownCountry)
    if (!parsed || parsed.ext !== undefined) continue
    // The library knows the ranges of mobile numbers alone: any other is not valid to it.
    const country = ofStories.test(parsed.number) ? ownCountry : parsed.isValid() && parsed.country
    if (!country) continue
    if (countries.includes(country)) return { number: parsed.number }
    problem = 'abroad'
  }
  return { problem }
}
