import * as z from 'zod/mini'
import { id, requiredText, text } from '#core/model/values.ts'
import { isSignature, mostStrokes } from './strokes.ts'

/** Whom the signer signs as. */
export const signers = ['tenant', 'landlord', 'agent', 'concierge', 'other'] as const
export type Signer = (typeof signers)[number]
/** Why a visit ended without a signature. */
export const notSignedReasons = ['not at home', 'did not want to', 'not needed'] as const
export type NotSignedReason = (typeof notSignedReasons)[number]

const signer = z.enum(signers)
const reason = z.enum(notSignedReasons)
/** SHA-256 in hex. */
const digest = z.string().check(z.regex(/^[0-9a-f]{64}$/))
/** The tasks that the signer was shown as done. */
const taskIds = z.array(id).check(z.maxLength(200))
const given = { signatureId: id, signer, taskIds, digest }

export const signatureEvents = {
  /** `digest` is of the strokes as text, see strokes.ts; it still proves them after the strokes were erased. */
  SignatureGiven: z.strictObject({ ...given, name: text(200), strokes: text(mostStrokes) }),
  SignatureNotGiven: z.strictObject({ signatureId: id, reason }),
}

const strokes = z.string().check(z.maxLength(mostStrokes), z.refine(isSignature, 'This is not a drawn signature.'))

export const signatureCommands = {
  /** The server compares `digest` with the strokes. */
  AddSignature: z.strictObject({ jobId: id, ...given, name: requiredText(200), strokes }),
  RecordNoSignature: z.strictObject({ jobId: id, signatureId: id, reason }),
}

/** In a job's document; `signedFor` are the descriptions of the tasks at that time. */
export const signatureFields = {
  signatureId: id,
  name: z.string(),
  signer,
  strokes: z.string(),
  digest,
  signedFor: z.array(z.string()),
}
export const notSignedFields = { signatureId: id, reason }
