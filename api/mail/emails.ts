import type { Email } from '#api/services/mail-transport.ts'

/** The contents of an email. */
export type EmailParts = { username: string; businessName: string; link: string }

/** Invites a person. With an external identity provider the link only leads to the sign-in page. */
export const invitationEmail = ({ username, businessName, link }: EmailParts, external: boolean): Email => ({
  subject: `${oneLine(businessName)} invites you to Fettle`,
  text: lines(
    `Hello ${oneLine(username)},`,
    `${oneLine(businessName)} has invited you to Fettle, where it keeps its jobs, visits and photos.`,
    external ? 'Sign in here with your organisation’s account:' : 'Choose your password here:',
    link,
    external ? '' : 'The link works once and expires after 7 days. If it has expired, ask for a new one.',
  ),
})

/** Lets a person choose a new password. */
export const resetEmail = ({ username, link }: EmailParts): Email => ({
  subject: 'Choose a new Fettle password',
  text: lines(
    `Hello ${oneLine(username)},`,
    'Someone, probably you, asked for a new Fettle password. Choose one here:',
    link,
    'The link works once and expires after an hour. If this wasn’t you, ignore this email: your password has not changed.',
  ),
})

const lines = (...all: string[]) => `${all.filter(Boolean).join('\n\n')}\n`

/** A name on one line, as a header needs, so that a chosen name cannot add lines to the email. */
const oneLine = (text: string) => text.replaceAll(/[\s\p{C}]+/gu, ' ').trim()
