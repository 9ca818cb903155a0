/** A VAT number as it is kept, without spaces and with its country: 'GB123456782'. Undefined if it cannot be one. */
export function vatNumberOf(typed: string): string | undefined {
  const letters = typed.toUpperCase().replaceAll(/[\s.-]/g, '')
  const number = /^\d/.test(letters) ? `GB${letters}` : letters
  if (/^(GB|XI)/.test(number)) return isBritish(number.slice(2)) ? number : undefined
  return /^(?=.*\d)[A-Z]{2}[A-Z0-9+*]{2,12}$/.test(number) ? number : undefined
}

/** As it is printed: 'GB 123 4567 82'. */
export function printedVatNumber(number: string): string {
  const found = /^(GB|XI)(\d{3})(\d{4})(\d{2})(\d{3})?$/.exec(number)
  return found ? found.slice(1).filter(Boolean).join(' ') : number
}

/** Nine digits, twelve for a branch, or the number of a government department (GD) or health authority (HA). */
function isBritish(number: string): boolean {
  if (/^GD[0-4]\d{2}$/.test(number) || /^HA[5-9]\d{2}$/.test(number)) return true
  return /^\d{9}(\d{3})?$/.test(number) && hasItsCheckDigits(number.slice(0, 9))
}

/**
 * HMRC's check: the first seven digits, times 8 down to 2, and the last two as a number add up to a multiple of 97; or, of numbers
 * given out since 2010 ('9755'), with 55 more.
 */
function hasItsCheckDigits(number: string): boolean {
  const weighted = [...number.slice(0, 7)].reduce((sum, digit, at) => sum + Number(digit) * (8 - at), 0)
  const rest = (weighted + Number(number.slice(7))) % 97
  return Number(number) > 0 && (rest === 0 || (rest + 55) % 97 === 0)
}
