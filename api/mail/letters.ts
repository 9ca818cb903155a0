import type { Letter } from '#api/services/transport.ts'

/** What a letter is made of. */
export type LetterParts = { username: string; businessName: string; link: string }

/** Asks an invited person in. Where somebody else checks who they are, the link only leads to the sign-in page. */
export const invitationLetter = ({ username, businessName, link }: LetterParts, external: boolean): Letter => ({
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
export const resetLetter = ({ username, link }: LetterParts): Letter => ({
  subject: 'Choose a new Fettle password',
  text: lines(
    `Hello ${oneLine(username)},`,
    'Somebody, most likely you, asked for a new password. Choose it here:',
    link,
    'The link works once, within an hour. If it was not you, do nothing: your password stays as it is.',
  ),
})

const lines = (...all: string[]) => `${all.filter(Boolean).join('\n\n')}\n`

/** A header has one line, and so has a name: whoever chooses it writes no part of the letter. */
const oneLine = (text: string) => text.replaceAll(/[\s\p{C}]+/gu, ' ').trim()
