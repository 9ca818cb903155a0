import type { SealCheck, SealFault, SealReason } from '#core/evidence/check-sealed.ts'

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

/** What is said of a file first. Anybody can seal a file with a key of their own, so one that holds together is only half of it. */
export function verdictOf(check: SealCheck, own: string | undefined): { name: string; words: string; is: Verdict } {
  if (check.fault) return { is: 'broken', name: 'Broken', words: faultWords(check.fault) }
  const holds = 'All that this file claims follows from it'
  if (check.signed === undefined)
    return {
      is: 'doubtful',
      name: 'Unbroken, but its signature was not checked',
      words: `${holds}; so it would in a file that somebody made up.`,
    }
  if (own === check.keyId) return { is: 'unbroken', name: 'Unbroken', words: `${holds}.` }
  return {
    is: 'doubtful',
    name: own === undefined ? 'Unbroken, but sealed by an unknown key' : 'Unbroken, but not sealed by this Fettle',
    words: `${holds}, but anybody can seal a file with a key of their own. Believe it only if the key below is the company’s.`,
  }
}
export type Verdict = 'broken' | 'doubtful' | 'unbroken'
