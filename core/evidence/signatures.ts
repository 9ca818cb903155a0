import type { NotSigned, Signature } from '#core/job/job.ts'
import type { StoredEvent } from '#core/ledger/ledger.ts'
import type { Evidence } from './evidence.ts'
import { jobOf } from './evidence.ts'

type Taken = Pick<StoredEvent, 'version' | 'happenedAt' | 'recordedAt' | 'actorId'>

/** A signature in a copy of the pack, or a visit without one, with its event. */
export type EvidenceSignature = { event: Taken; signature?: Signature; notSigned?: NotSigned }

/** The signatures given in a copy's period, and the visits that ended without one, oldest first. */
export function signaturesOf(evidence: Pick<Evidence, 'events' | 'known'>): EvidenceSignature[] {
  const { signatures = [], notSigned = [] } = jobOf(evidence) ?? {}
  const idOf = (event: StoredEvent) =>
    event.type === 'SignatureGiven' || event.type === 'SignatureNotGiven' ? event.data.signatureId : undefined
  return evidence.events.flatMap((event): EvidenceSignature[] => {
    const isIts = ({ signatureId }: { signatureId: string }) => signatureId === idOf(event)
    const signature = signatures.find(isIts)
    const none = notSigned.find(isIts)
    return signature ? [{ event, signature }] : none ? [{ event, notSigned: none }] : []
  })
}
