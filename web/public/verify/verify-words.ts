import type { SealCheck, SealFault, SealReason } from '#core/evidence/check-sealed.ts'
import type { Unattached } from './attached-file.ts'
import { mostAttached } from './embedded-streams.ts'

/** Why nothing could be checked in a PDF, and what to do. */
export const unattachedWords: Record<Unattached, string> = {
  none: 'No verification file is attached to this PDF. Printing, scanning or editing a PDF removes it: ask the sender for the original file.',
  several:
    'More than one verification file is attached to this PDF. Save the one that you want to check (the paper clip in a PDF reader), and choose that.',
  many: `More than ${mostAttached} files are attached to this PDF. Save the verification file (the paper clip in a PDF reader), and choose that.`,
  'too large': 'The file attached to this PDF is too large to be a Fettle verification file.',
  encrypted:
    'This PDF is encrypted. Open it, save the attached verification file (the paper clip in a PDF reader), and choose that.',
  damaged: 'This PDF is damaged or incomplete. Ask the sender to send it again.',
}

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
  if (own === undefined) return 'Valid; whose key it is could not be looked up'
  return own === keyId
    ? 'Valid; signed by this Fettle'
    : 'Valid, but the key does not belong to this Fettle. Ask the company whose key it is.'
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
