import * as z from 'zod/mini'

/** One spelling for all ways to type an address, so that it finds its one account. */
export const normalEmail = (email: string) => email.trim().normalize('NFC').toLowerCase()

const valid = z.email({ pattern: z.regexes.unicodeEmail })

/** Whether a normal email could be one at all. */
export const isEmail = (email: string) => valid.safeParse(email).success
