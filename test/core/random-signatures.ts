import fc from 'fast-check'
import { sides } from '#core/job/pairs/pairs.ts'
import { notSignedReasons, signers } from '#core/job/signature/signature.ts'
import { idOf } from './given-when-then.ts'

const signatureId = fc.constantFrom(idOf('f', 1), idOf('f', 2), idOf('f', 3))

/** The data of signatures, and of photos before and after, on these jobs. */
export const signature = (jobId: fc.Arbitrary<string>) =>
  fc.record({
    jobId,
    signatureId,
    name: fc.constantFrom('Amy Sutcliffe', 'Mr Khan'),
    signer: fc.constantFrom(...signers),
    taskIds: fc.subarray([idOf('c', 1), idOf('c', 2)]),
    strokes: fc.constant('10,20,0 30,5,16;50,60,40'),
    digest: fc.constant('0'.repeat(64)),
  })

export const noSignature = (jobId: fc.Arbitrary<string>) =>
  fc.record({ jobId, signatureId, reason: fc.constantFrom(...notSignedReasons) })

export const pairing = (jobId: fc.Arbitrary<string>, imageId: fc.Arbitrary<string>) =>
  fc.record({ jobId, imageId, pairId: fc.constantFrom(idOf('f', 1), idOf('f', 2)), side: fc.constantFrom(...sides) })
