import type { Email } from '#api/services/mail-transport.ts'
import { lines, type NewsParts, oneLine } from './emails.ts'

type Write = (parts: NewsParts) => Email

const notYou =
  'If this was you, you need do nothing. If it wasn’t, somebody may know your password: choose a new one here, and tell the owner of your company:'

/** A mail about the second factor of an account; `said` is what happened, from the name of the business and when it was. */
const aboutCodes =
  (subject: string, said: (businessName: string, when: string) => string): Write =>
  ({ name, businessName, when, forgotten }) => ({
    subject,
    text: lines(`Hello ${oneLine(name)},`, said(oneLine(businessName), when), notYou, forgotten),
  })

/** Tells a person that signing in needs a code from now on. */
export const secondFactorAddedEmail = aboutCodes(
  'An authenticator app was set up for your Fettle account',
  (business, when) =>
    `An authenticator app was set up for your Fettle account at ${business} on ${when}. Signing in now needs a code from it.`,
)

/** Tells a person that their password alone is enough again. */
export const secondFactorRemovedEmail = aboutCodes(
  'Your Fettle account no longer asks for a code',
  (business, when) =>
    `The authenticator app of your Fettle account at ${business} was turned off on ${when}. Your password alone is now enough to sign in.`,
)

/** Tells a person that one of their recovery codes is used up. */
export const recoveryCodeUsedEmail = aboutCodes(
  'A recovery code of your Fettle account was used',
  (business, when) =>
    `One of the recovery codes of your Fettle account at ${business} was used on ${when}. It won’t work again.`,
)

/** Tells a person that somebody who has their password is guessing codes. */
export const wrongCodesEmail = aboutCodes(
  'Wrong codes for your Fettle account',
  (business, when) =>
    `On ${when} the right password was entered for your Fettle account at ${business}, and then many wrong codes. Fettle slows further attempts down.`,
)

/** Tells a person that a passkey signs in as them from now on. */
export const passkeyAddedEmail = aboutCodes(
  'A passkey was added to your Fettle account',
  (business, when) =>
    `A passkey was added to your Fettle account at ${business} on ${when}. It signs in without your password, and your password alone is no longer enough.`,
)

/** Tells a person that one of their passkeys no longer works. */
export const passkeyRemovedEmail = aboutCodes(
  'A passkey was removed from your Fettle account',
  (business, when) =>
    `A passkey was removed from your Fettle account at ${business} on ${when}. It no longer signs in.`,
)
