import * as z from 'zod/mini'
import { inMilliseconds } from './milliseconds.ts'

/** Whether PostgreSQL and JSON can hold a text: it has no NUL and no lone surrogate. */
const storable = (text: string) => !text.includes('\u0000') && text.isWellFormed()

const plain = z.string().check(z.refine(storable, 'This text contains a character that cannot be stored.'))

/** Free text of at most `most` characters; may be empty. */
export const text = (most: number) => plain.check(z.maxLength(most))

/** Trimmed text that must not be empty. */
export const requiredText = (most: number) => plain.check(z.trim(), z.minLength(1), z.maxLength(most))

/** In lower case, as PostgreSQL writes it, so that the same id in capitals is equal to it. */
export const id = z.uuid().check(z.toLowerCase())

/** PostgreSQL has no year 0: such a date in an event would stop every projection that has a column for it. */
const notYearZero = z.regex(/^(?!0000)/)

/** A UTC instant, ISO 8601 ending in Z, with nanosecond precision at most. */
export const instant = z.iso.datetime().check(z.maxLength(30), notYearZero)

/** A calendar day, YYYY-MM-DD. */
export const day = z.iso.date().check(notYearZero)

const firstDay = '1970-01-01'
const lastDay = '2199-12-31'
const inRange = z.refine<string>(
  (given) => given >= firstDay && given.slice(0, 10) <= lastDay,
  'This date must lie between 1970 and 2199.',
)

/**
 * An {@link instant} as commands may give it: from 1970 to 2199, in whole milliseconds, which every read model keeps exactly. Events
 * and the values that a person saw may be older than this rule, so they are only instants.
 */
export const givenInstant = instant.check(
  inRange,
  z.overwrite((given) => (Number.isNaN(Date.parse(given)) ? given : inMilliseconds(given))),
)

/** A {@link day} as commands may give it, from 1970 to 2199. */
export const givenDay = day.check(inRange)

/** When a photo was taken by the camera's clock, with an offset from UTC if the camera knows it. */
export const cameraTime = z.iso.datetime({ local: true, offset: true, precision: 0 }).check(notYearZero)

/** Money in whole pence, from zero to ten million pounds. */
export const pence = z.int().check(z.gte(0), z.lte(1_000_000_000))
