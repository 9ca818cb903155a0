import { randomBytes } from 'node:crypto'

/** What every API key begins with, so that people and scanners of code know one when they see it. */
export const keyPrefix = 'fk_live_'

/** A new key: 256 random bits, in letters and digits alone, so that a double click marks all of it. */
export const newKeyToken = (): string => keyPrefix + randomBytes(32).toString('hex')

/** Whether a token is meant as an API key, whatever it is worth. */
export const isKeyToken = (token: string): boolean => token.startsWith(keyPrefix)

/** Whether a token has the form of a key. */
export const isWellFormed = (token: string): boolean => /^fk_live_[0-9a-f]{64}$/.test(token)
