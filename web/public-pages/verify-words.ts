import type { SealCheck, SealFault, SealReason } from '#core/check-sealed.ts'

/** What is wrong with an event. */
const ofEvents: Partial<Record<SealReason, string>> = {
  changed: 'is not as it was sealed',
  missing: 'is missing',
  added: 'was put in',
  moved: 'does not stand where it belongs',
  data: 'has other data than its hash was made of',
  hash: 'has another hash than follows from it',
  chain: 'does not follow from the event before it',
}

/** What is wrong with a file, as a sentence. */
export function faultWords({ event, reason }: SealFault): string {
  if (event !== undefined) return `Event ${event} ${ofEvents[reason] ?? 'does not hold'}.`
  if (reason === 'about') return 'The names in it are not as they were sealed.'
  if (reason === 'signed head') return 'The signed head in it is not of this ledger, or was not signed by its key.'
  return 'The seal was not signed by the key that it names.'
}

/** Whose signature it is: `own` is the key of the Fettle that this page is of, where it could be asked. */
export function signedWords({ signed, keyId }: SealCheck, own: string | undefined): string {
  if (signed === undefined) return 'Not checked: this browser does not know Ed25519. Any current one does.'
  if (!signed) return 'Does not hold'
  if (own === undefined) return `Holds; signed with the key ${keyId}`
  return own === keyId
    ? 'Holds; signed by this Fettle'
    : `Holds, but with a key that is not this Fettle’s: ${keyId}. Ask the company whose it is.`
}
