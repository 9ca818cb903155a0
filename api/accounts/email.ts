import * as z from 'zod/mini'

/** Normalises an address, so that every way of typing it finds the same account. */
export const normalEmail = (email: string) => email.trim().normalize('NFC').toLowerCase()

const valid = z.email({ pattern: z.regexes.unicodeEmail })

/** Whether a normalised email is a plausible address. */
export const isEmail = (email: string) => valid.safeParse(email).success
