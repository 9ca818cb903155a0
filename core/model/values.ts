import * as z from 'zod/mini'

/** True for text that PostgreSQL can hold and JSON can carry: no NUL, no half of a surrogate pair. */
const storable = (text: string) => !text.includes('\u0000') && text.isWellFormed()

const plain = z.string().check(z.refine(storable, 'This text holds a character that cannot be stored.'))

/** Free text of at most `most` characters; may be empty. */
export const text = (most: number) => plain.check(z.maxLength(most))

/** Text that must say something after trimming. */
export const requiredText = (most: number) => plain.check(z.trim(), z.minLength(1), z.maxLength(most))

/** In small letters, as PostgreSQL writes it: the same id in capitals names the same thing. */
export const id = z.uuid().check(z.toLowerCase())

/** PostgreSQL knows no year 0: one stored in an event would stop every projection that has a column for it. */
const notYearZero = z.regex(/^(?!0000)/)

/** A UTC instant, ISO 8601 ending in Z, to the nanosecond at most. */
export const instant = z.iso.datetime().check(z.maxLength(30), notYearZero)

/** A calendar day, YYYY-MM-DD. */
export const day = z.iso.date().check(notYearZero)

/** When a camera says that it took a photo: what its clock showed, and how far that was from UTC where it knows. */
export const cameraTime = z.iso.datetime({ local: true, offset: true, precision: 0 }).check(notYearZero)

/** Money in whole pence, from nothing to ten million pounds. */
export const pence = z.int().check(z.gte(0), z.lte(1_000_000_000))
