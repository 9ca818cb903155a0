import * as z from 'zod/mini'

/** True for text that PostgreSQL can hold and JSON can carry: no NUL, no half of a surrogate pair. */
const storable = (text: string) => !text.includes('\u0000') && text.isWellFormed()

const plain = z.string().check(z.refine(storable, 'This text holds a character that cannot be stored.'))

/** Free text of at most `most` characters; may be empty. */
export const text = (most: number) => plain.check(z.maxLength(most))

/** Text that must say something after trimming. */
export const filled = (most: number) => plain.check(z.trim(), z.minLength(1), z.maxLength(most))

export const id = z.uuid()

/** A UTC instant, ISO 8601 ending in Z. */
export const instant = z.iso.datetime()

/** A calendar day, YYYY-MM-DD. */
export const day = z.iso.date()

/** Money in whole pence, from nothing to ten million pounds. */
export const pence = z.int().check(z.gte(0), z.lte(1_000_000_000))
