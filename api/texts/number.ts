import parsePhoneNumber, { type CountryCode } from 'libphonenumber-js/mobile'

/** Numbers without a country’s code are of this country, as Fettle’s companies are. */
const ownCountry: CountryCode = 'GB'

/** What Ofcom keeps for stories: numbers of the form of mobile ones that nobody has, which demonstrations and tests use. */
const ofStories = /^\+447700900\d{3}$/

/** A number that can take texts in the form +447700900142, or why there is none. */
export type TextNumber =
  | { number: string; problem?: undefined }
  | { number?: undefined; problem: 'none' | 'not-mobile' }

/** Where texts for somebody with this telephone number go. A contact may have two in one field: the first mobile number is taken. */
export function textNumber(telephone: string): TextNumber {
  if (!telephone.trim()) return { problem: 'none' }
  for (const one of telephone.split(/[,;/]|\bor\b/)) {
    const parsed = parsePhoneNumber(one.replaceAll(/\s+/g, ' ').trim().slice(0, 40), ownCountry)
    if (!parsed || parsed.ext !== undefined) continue
    // The library knows the ranges of mobile numbers alone: any other is not valid to it.
    if (parsed.isValid() || ofStories.test(parsed.number)) return { number: parsed.number }
  }
  return { problem: 'not-mobile' }
}
