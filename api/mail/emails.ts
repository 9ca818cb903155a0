import type { Email } from '#api/services/mail-transport.ts'

/** The contents of an email: how its person is called, and the rest. */
export type EmailParts = { name: string; businessName: string; link: string }

/** Invites a person. With an external identity provider the link only leads to the sign-in page. */
export const invitationEmail = ({ name, businessName, link }: EmailParts, external: boolean): Email => ({
  subject: `${oneLine(businessName)} invites you to Fettle`,
  text: lines(
    `Hello ${oneLine(name)},`,
    `${oneLine(businessName)} has invited you to Fettle, where it keeps its jobs, visits and photos.`,
    external ? 'Sign in here with your organisation’s account:' : 'Choose your password here:',
    link,
    external ? '' : 'The link works once and expires after 7 days. If it has expired, ask for a new one.',
  ),
})

/** Lets a person choose a new password. */
export const resetEmail = ({ name, link }: EmailParts): Email => ({
  subject: 'Choose a new Fettle password',
  text: lines(
    `Hello ${oneLine(name)},`,
    'Someone, probably you, asked for a new Fettle password. Choose one here:',
    link,
    'The link works once and expires after an hour. If this wasn’t you, ignore this email: your password has not changed.',
  ),
})

/** The contents of news: two addresses of pages, and when it happened, in words. */
export type NewsParts = Omit<EmailParts, 'link'> & { signIn: string; forgotten: string; when: string }

/** Tells a person once a day that many wrong passwords were given for their account. */
export const manyFailuresEmail = ({ name, businessName, forgotten }: NewsParts): Email => ({
  subject: 'Many failed sign-ins to your Fettle account',
  text: lines(
    `Hello ${oneLine(name)},`,
    `In the last 24 hours many wrong passwords were entered for your Fettle account at ${oneLine(businessName)}. Fettle slows such attempts down. Devices that you have signed in on before are not slowed down; a new device may have to wait up to a minute.`,
    'If this was you, or your password is long and used nowhere else, you need do nothing. Otherwise choose a new one here:',
    forgotten,
  ),
})

/** Tells a person that somebody tried to register a business with their email. */
export const alreadyRegisteredEmail = ({ name, businessName, signIn, forgotten }: NewsParts): Email => ({
  subject: 'You already have a Fettle account',
  text: lines(
    `Hello ${oneLine(name)},`,
    `Someone, probably you, tried to register a business at Fettle with this email address. It already belongs to an account at ${oneLine(businessName)}. Sign in here:`,
    signIn,
    'If you have forgotten your password, choose a new one here:',
    forgotten,
    'If this wasn’t you, ignore this email: nothing has changed.',
  ),
})

/** Tells a person that their account was used on a device that it had not been used on before. */
export const newDeviceEmail = ({
  name,
  businessName,
  when,
  device,
  address,
  forgotten,
}: NewsParts & { device: string; address: string }): Email => ({
  subject: 'New sign-in to your Fettle account',
  text: lines(
    `Hello ${oneLine(name)},`,
    `Someone, probably you, signed in to your Fettle account at ${oneLine(businessName)} on a new device:`,
    `${device}, from the network address ${address}, on ${when}.`,
    'If this was you, you need do nothing. If it wasn’t, choose a new password here; that signs out all devices:',
    forgotten,
  ),
})

/** Tells a person that their password was changed. */
export const passwordChangedEmail = ({ name, businessName, when, forgotten }: NewsParts): Email => ({
  subject: 'Your Fettle password was changed',
  text: lines(
    `Hello ${oneLine(name)},`,
    `The password of your Fettle account at ${oneLine(businessName)} was changed on ${when}. Your other devices were signed out.`,
    'If this was you, you need do nothing. If it wasn’t, choose a new password here; that signs out all devices:',
    forgotten,
  ),
})

/** Tells a person that they closed their account. Their name is not known here any more. */
export const accountClosedEmail = (): Email => ({
  subject: 'Your Fettle account was closed',
  text: lines(
    'Hello,',
    'Your Fettle account with this email address was closed, as you asked. Your password, second factor, devices, calendar link and this address were deleted. Your work stays in your company’s history under your name; ask the owner of your company to erase the name too.',
    'If this wasn’t you, tell the owner of your company at once.',
  ),
})

/** Tells a person who asked for a new password that their email has no account. */
export const noAccountEmail = ({ signIn }: Pick<NewsParts, 'signIn'>): Email => ({
  subject: 'No Fettle account with this email address',
  text: lines(
    'Hello,',
    'Someone, probably you, asked for a new Fettle password with this email address, but no account uses it. If you have an account, it uses a different email address. You can sign in or register here:',
    signIn,
    'If this wasn’t you, ignore this email.',
  ),
})

/** Asks a person who registered a business to confirm that the email is theirs. */
export const verificationEmail = ({ name, businessName, link }: EmailParts): Email => ({
  subject: 'Confirm your email for Fettle',
  text: lines(
    `Hello ${oneLine(name)},`,
    `You registered ${oneLine(businessName)} at Fettle with this email address. Confirm here that it is yours:`,
    link,
    'The link works once and expires after 24 hours. Until then you can work in Fettle, but not invite anybody.',
    'If you didn’t register, ignore this email: nobody can do anything in your name.',
  ),
})

/** Lets a person confirm the new email of their account. */
export const emailChangeEmail = ({ name, businessName, link }: EmailParts): Email => ({
  subject: 'Confirm your new email for Fettle',
  text: lines(
    `Hello ${oneLine(name)},`,
    `This email address was given for your Fettle account at ${oneLine(businessName)}. Confirm it here:`,
    link,
    'The link works once and expires after 24 hours. Until then your email stays as it is.',
    'If you didn’t ask for this, ignore this email.',
  ),
})

/** Tells a person at their earlier address that their email was changed, with a way back. */
export const emailChangedEmail = ({ name, businessName, link }: EmailParts): Email => ({
  subject: 'Your Fettle email was changed',
  text: lines(
    `Hello ${oneLine(name)},`,
    `Your Fettle account at ${oneLine(businessName)} now has a different email address. If you changed it, you need do nothing.`,
    'If you didn’t, take the change back here. That signs out all devices and asks you for a new password:',
    link,
    'The link works once and expires after 7 days.',
  ),
})

/** A text of these paragraphs, without the empty ones. */
export const lines = (...all: string[]) => `${all.filter(Boolean).join('\n\n')}\n`

/** A name on one line, as a header needs, so that a chosen name cannot add lines to the email. */
export const oneLine = (text: string) => text.replaceAll(/[\s\p{C}]+/gu, ' ').trim()
