import { generateSecret, generateURI, verify } from 'otplib'

/** A code is good for its own 30 seconds and those before and after it, as clocks differ. */
const period = 30

/** A new secret of 160 bits in base 32, as authenticator apps take it. */
export const newSecret = (): string => generateSecret()

/** The address that an authenticator app reads from a QR code. */
export const appAddress = (secret: string, email: string): string =>
  generateURI({ issuer: 'Fettle', label: email, secret, period })

/** What a code that somebody typed is compared as: apps show it in two groups. */
export const typedCode = (typed: string): string => typed.replaceAll(/[\s-]/g, '').toLowerCase()

/** Whether something typed has the form of an app's code, as opposed to a recovery code. */
export const isAppCode = (code: string): boolean => /^\d{6}$/.test(code)

/**
 * The time step of a right code at an instant; undefined for a wrong one, and for one of a step that is not after `lastStep`, so that
 * no code works twice.
 */
export async function stepOfCode(
  secret: string,
  code: string,
  { now, lastStep }: { now: Date; lastStep: number },
): Promise<number | undefined> {
  // The library throws for a code of another length.
  if (!isAppCode(code)) return undefined
  const epoch = Math.floor(now.getTime() / 1_000)
  // It refuses to look for codes if none is left that is new enough.
  if (lastStep > Math.floor(epoch / period)) return undefined
  const result = await verify({ secret, token: code, period, epoch, epochTolerance: period, afterTimeStep: lastStep })
  return result.valid && 'timeStep' in result ? result.timeStep : undefined
}
