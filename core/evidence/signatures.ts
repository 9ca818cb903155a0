import type { NotSigned, Signature } from '#core/job/job.ts'
import type { StoredEvent } from '#core/ledger/ledger.ts'
import type { Evidence } from './evidence.ts'
import { jobOf } from './evidence.ts'

type Taken = Pick<StoredEvent, 'version' | 'happenedAt' | 'recordedAt' | 'actorId'>

/** A signature in a copy of the pack, or a visit without one, with its event. */
export type EvidenceSignature = { event: Taken; signature?: Signature; notSigned?: NotSigned }

/** The signatures given in a copy's period, and the visits that ended without one, oldest first. */
export function signaturesOf(evidence: Pick<Evidence, 'events' | 'known' | 'begun'>): EvidenceSignature[] {
  const { signatures = [], notSigned = [] } = jobOf(evidence) ?? {}
  const idOf = (event: StoredEvent) =>
    event.type === 'SignatureGiven' || event.type === 'SignatureNotGiven' ? event.data.signatureId : undefined
  const given = new Map(signatures.map((one) => [one.signatureId, one]))
  const missing = new Map(notSigned.map((one) => [one.signatureId, one]))
  return evidence.events.flatMap((event): EvidenceSignature[] => {
    const id = idOf(event) ?? ''
    const signature = given.get(id)
    const none = missing.get(id)
    return signature ? [{ event, signature }] : none ? [{ event, notSigned: none }] : []
  })
}
