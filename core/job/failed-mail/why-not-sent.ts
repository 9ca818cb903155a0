import type { WhyNotSent } from './failed-mail-messages.ts'

/** Why an email was given up, on screens and in histories. */
export const whyNotSentWords: Record<WhyNotSent, string> = {
  refused: 'The mail server does not accept this address.',
  rejected: 'The mail server does not accept this email, which may be too large or look like spam.',
  unreachable: 'The mail server could not be reached, or did not take it, for three days.',
  unmade: 'It could not be created for three days.',
}
