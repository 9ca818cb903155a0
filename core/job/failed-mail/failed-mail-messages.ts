import * as z from 'zod/mini'
import { type Message, officeOnly } from '#core/model/messages.ts'
import { id } from '#core/model/values.ts'

/**
 * Why an email was given up: the mail server refused the address or the email itself for good, did not take it for days, or the email
 * could not be made for as long.
 */
export const whyNotSent = z.enum(['refused', 'rejected', 'unreachable', 'unmade'])
export type WhyNotSent = z.infer<typeof whyNotSent>

/** The emails of a job that are recorded when they are given up. */
export const failedMail = z.enum(['invoice', 'evidence', 'tenant-link'])

const failed = { mailId: id, what: failedMail, why: whyNotSent }

export const failedMailEvents = {
  /** Nobody gets this email. To whom it was to go is told by the event of its sending, which has its id. */
  EmailFailed: officeOnly(z.strictObject(failed)),
}
export type FailedMailEvent = Message<typeof failedMailEvents>
export type EmailFailed = FailedMailEvent['data']

/** The emails of a job that were given up. */
export const failedMails = z.array(z.object({ mailId: id, why: whyNotSent }))
export type FailedMails = z.infer<typeof failedMails>

/** Commands that only the server gives, in the transaction that takes the mail out of the queue. */
export const failedMailCommands = {
  RecordEmailFailed: z.strictObject({ jobId: id, ...failed }),
}
export type FailedMailCommand = Message<typeof failedMailCommands>
