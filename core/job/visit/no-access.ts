import * as z from 'zod/mini'

/** Why nobody could get in, so that an error of the company never passes as the tenant's. */
export const noAccessReasons = ['nobody in', 'refused', 'wrong time', 'unsafe', 'no keys', 'wrong address'] as const
export const noAccessReason = z.enum(noAccessReasons)
export type NoAccessReason = z.infer<typeof noAccessReason>

/** What a person can try at the door before giving up. */
export const doorAttempts = [
  'knocked',
  'rang the bell',
  'called the tenant',
  'called the office',
  'left a card',
] as const
export const doorAttempt = z.enum(doorAttempts)
export type DoorAttempt = z.infer<typeof doorAttempt>

/** A place as a person reads it, with the accuracy that the device stated: '53.79460, -1.54780 ±20 m'. */
export const positionText = /^-?\d{1,2}\.\d{5}, -?\d{1,3}\.\d{5} ±\d{1,6} m$/
