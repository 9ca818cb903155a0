import type { Request } from 'express'
import type { Config } from '#api/config/config.ts'
import { HttpFailure } from '#api/http/errors.ts'

/** The name that passkeys are bound to, and the address of the pages that may use them. */
export type RelyingParty = { rpID: string; origin: string }

/** The kinds of signature that passkeys may use, best known first: ES256, EdDSA and RS256, by their numbers in COSE. */
export const signatureKinds = [-7, -8, -257]

/** Of the public address; without one, passkeys work on this machine alone. Throws a 409 for any other page. */
export function relyingParty({ publicUrl }: Pick<Config, 'publicUrl'>, req: Request): RelyingParty {
  if (publicUrl) return { rpID: new URL(publicUrl).hostname, origin: publicUrl }
  const page = URL.parse(req.get('origin') ?? '')
  if (page?.hostname !== 'localhost') throw elsewhere
  return { rpID: 'localhost', origin: page.origin }
}

const elsewhere = new HttpFailure(409, {
  error: 'Passkeys do not work at this address. The person who runs Fettle has to set FETTLE_PUBLIC_URL.',
  code: 'passkeys-elsewhere',
})
