import type { NotSignedReason, Signer } from '#core/job/signature/signature.ts'
import { label } from '#core/model/label.ts'

/** Whom a signer signs as, in the order offered. */
export const signerName = (signer: Signer): string => (signer === 'other' ? 'Someone else' : label(signer))

/** Why nobody signed, as the worker chooses it. */
export const reasonNames: Record<NotSignedReason, string> = {
  'not at home': 'Not at home',
  'did not want to': 'Did not want to sign',
  'not needed': 'The office said there is no need',
}

/** A signer in one line: 'Amy Sutcliffe, tenant'. */
export const signerLine = (name: string, signer: Signer) => (signer === 'other' ? name : `${name}, ${signer}`)
