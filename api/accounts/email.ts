import * as z from 'zod/mini'

/** One spelling for every way to type an address, so that each finds the same account. */
export const normalEmail = (email: string) => email.trim().normalize('NFC').toLowerCase()

const valid = z.email({ pattern: z.regexes.unicodeEmail })

/** Whether a normal email is a plausible address. */
export const isEmail = (email: string) => valid.safeParse(email).success
