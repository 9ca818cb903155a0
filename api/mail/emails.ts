import type { Email } from '#api/services/mail-transport.ts'

/** What an email is made of. */
export type EmailParts = { username: string; businessName: string; link: string }

/** Asks an invited person in. Where somebody else checks who they are, the link only leads to the sign-in page. */
export const invitationEmail = ({ username, businessName, link }: EmailParts, external: boolean): Email => ({
  subject: `${oneLine(businessName)} invites you to Fettle`,
  text: lines(
    `Hello ${oneLine(username)},`,
    `${oneLine(businessName)} has added you to Fettle, where its jobs, visits and photos are kept.`,
    external ? 'Sign in here with the account of your organisation:' : 'Choose your password here:',
    link,
    external ? '' : 'The link works once, within 7 days. After that, ask for a new one.',
  ),
})

/** Lets somebody who forgot it choose a new password. */
export const resetEmail = ({ username, link }: EmailParts): Email => ({
  subject: 'Choose a new Fettle password',
  text: lines(
    `Hello ${oneLine(username)},`,
    'Somebody, most likely you, asked for a new password. Choose it here:',
    link,
    'The link works once, within an hour. If it was not you, do nothing: your password stays as it is.',
  ),
})

const lines = (...all: string[]) => `${all.filter(Boolean).join('\n\n')}\n`

/** A header has one line, and so has a name: whoever chooses it writes no part of the email. */
const oneLine = (text: string) => text.replaceAll(/[\s\p{C}]+/gu, ' ').trim()
