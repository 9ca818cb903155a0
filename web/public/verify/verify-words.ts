import type { SealCheck, SealFault, SealReason } from '#core/evidence/check-sealed.ts'

/** What is wrong with an event. */
const ofEvents: Partial<Record<SealReason, string>> = {
  changed: 'has been changed since it was sealed',
  missing: 'is missing',
  added: 'was added',
  moved: 'is out of order',
  data: 'has data that does not match its hash',
  hash: 'has a hash that does not match its content',
  chain: 'does not follow from the event before it',
}

/** What is wrong with a file, as a sentence. */
export function faultWords({ event, reason }: SealFault): string {
  if (event !== undefined) return `Event ${event} ${ofEvents[reason] ?? 'failed the check'}.`
  if (reason === 'about') return 'The names in the file have been changed since it was sealed.'
  if (reason === 'signed head')
    return 'The signed head in the file does not belong to this ledger, or was not signed with its key.'
  return 'The seal was not signed with the key it names.'
}

/** Who signed the file; `own` is the key of the Fettle that serves this page, if it could be fetched. */
export function signedWords({ signed, keyId }: SealCheck, own: string | undefined): string {
  if (signed === undefined)
    return 'Not checked: this browser does not support Ed25519 signatures. Please try an up-to-date browser.'
  if (!signed) return 'Not valid'
  if (own === undefined) return `Valid; signed with the key ${keyId}`
  return own === keyId
    ? 'Valid; signed by this Fettle'
    : `Valid, but signed with a key that does not belong to this Fettle: ${keyId}. Ask the company whose key it is.`
}

/** The verdict on a file. Anyone can seal a file with their own key, so a consistent file is only half the proof. */
export function verdictOf(check: SealCheck, own: string | undefined): { name: string; words: string; is: Verdict } {
  if (check.fault) return { is: 'broken', name: 'Not intact', words: faultWords(check.fault) }
  if (check.signed === undefined)
    return {
      is: 'doubtful',
      name: 'Intact, but its signature was not checked',
      words:
        'The file is consistent, but without its signature that proves nothing: a made-up file would be consistent too.',
    }
  if (own === check.keyId) return { is: 'intact', name: 'Intact', words: 'Every entry is exactly as recorded.' }
  return {
    is: 'doubtful',
    name: own === undefined ? 'Intact, but sealed with an unknown key' : 'Intact, but not sealed by this Fettle',
    words:
      'The file is consistent, but anyone can seal a file with their own key. Trust it only if the key below is the company’s.',
  }
}
export type Verdict = 'broken' | 'doubtful' | 'intact'
