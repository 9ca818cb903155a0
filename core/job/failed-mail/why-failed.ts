import type { FailedMails, WhyNotSent } from './failed-mail-messages.ts'

/** Why an email of a job was given up, by what the office knows of the job; undefined if it was not. */
export const whyFailed = (
  office: { failedMails?: FailedMails | undefined } | undefined,
  { mailId }: { mailId?: string | undefined },
): WhyNotSent | undefined => office?.failedMails?.find((one) => one.mailId === mailId)?.why

/** Why an email was given up, on screens and in histories. */
export const whyNotSentWords: Record<WhyNotSent, string> = {
  refused: 'The mail server does not accept this address.',
  rejected: 'The mail server does not accept this email, which may be too large or look like spam.',
  unreachable: 'The mail server could not be reached, or did not take it, for three days.',
  unmade: 'It could not be created for three days.',
}
