import { randomInt } from 'node:crypto'

export const recoveryCodes = 10
/** Digits and letters without those that look alike; two groups of four are 40 bits. */
const signs = '0123456789abcdefghjkmnpqrstvwxyz'
const length = 8

/** New recovery codes, as they are shown. */
export const newRecoveryCodes = (): string[] => Array.from({ length: recoveryCodes }, newCode)

/** Whether something typed, without its dash and in small letters, has the form of a recovery code. */
export const isRecoveryCode = (code: string): boolean => new RegExp(`^[${signs}]{${length}}$`).test(code)

function newCode(): string {
  const code = Array.from({ length }, () => signs.charAt(randomInt(signs.length))).join('')
  return `${code.slice(0, length / 2)}-${code.slice(length / 2)}`
}
