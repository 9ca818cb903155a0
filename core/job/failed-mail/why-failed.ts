import type { FailedMails, WhyNotSent } from './failed-mail-messages.ts'

/** Why an email of a job was given up, by what the office knows of the job; undefined if it was not. */
export const whyFailed = (
  office: { failedMails?: FailedMails | undefined } | undefined,
  { mailId }: { mailId?: string | undefined },
): WhyNotSent | undefined => office?.failedMails?.find((one) => one.mailId === mailId)?.why
