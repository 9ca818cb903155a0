import { isCommonPassword } from './common-passwords.ts'

/** Why a password is easy to guess. */
export type Guess = 'common' | 'name'

const product = 'fettle'
/** What is put around a word to make a password of it: `Welcome1!`, `Summer2026`. */
const mostAround = 5
/** Letters and digits that a password needs beside names. */
const leastBesideNames = 6

/**
 * Why a password would be among an attacker's first guesses; undefined for others. `names` are those of the person, the company
 * and the email address.
 */
export function guessOf(password: string, names: readonly string[] = []): Guess | undefined {
  const lower = password.normalize('NFC').toLowerCase()
  if (isCommonPassword(lower) || isRepetition(lower) || isSequence(lower)) return 'common'
  const isMostlyName = besideNames(lower, [product, ...names]).length < leastBesideNames
  // A short password without letters may contain no name at all.
  if (isMostlyName && besideNames(lower, []).length >= leastBesideNames) return 'name'
  const word = lower.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const isDecorated = word !== lower && word.length > 3 && [...lower].length - [...word].length <= mostAround
  return isDecorated && (isCommonPassword(word) || seasonal.test(word)) ? 'common' : undefined
}

/** The lists hold few words of less than six letters. */
const seasonal =
  /^(spring|summer|autumn|winter|january|february|march|april|june|july|august|september|october|november|december)$/

/** The letters and digits of a password that belong to no name. */
function besideNames(password: string, names: readonly string[]): string {
  const words = names.flatMap((name) => [plain(name), ...name.toLowerCase().split(/[^\p{L}\p{N}]+/u)])
  const longestFirst = words.filter((word) => word.length > 2).toSorted((a, b) => b.length - a.length)
  return longestFirst.reduce((rest, word) => rest.replaceAll(word, ''), plain(password))
}

const plain = (text: string) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** One to three characters over and over. */
const isRepetition = (password: string) => /^(.{1,3})\1+$/su.test(password)

/** Characters that follow each other, up or down. */
function isSequence(password: string): boolean {
  const codes = [...password].map((character) => character.codePointAt(0) ?? 0)
  return [1, -1].some((step) => codes.every((code, at) => at === 0 || code - (codes[at - 1] ?? 0) === step))
}
