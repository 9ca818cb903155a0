import * as z from 'zod/mini'

/** A whole number between two others, both of which are allowed. */
export const wholeNumber = (least: number, most: number) =>
  z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number)).check(z.gte(least), z.lte(most))

export const onOrOff = z.pipe(
  z.enum(['on', 'off']),
  z.transform((text) => text === 'on'),
)
