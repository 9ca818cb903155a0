import fc from 'fast-check'
import { idOf } from './given-when-then.ts'

const same = {
  src: fc.constant(`/${idOf('f', 1)}/${'a1'.repeat(32)}.file`),
  size: fc.constant(1_000),
}
const [ofOffice, ofAll] = [idOf('f', 11), idOf('f', 12)]

/** Commands on files of these jobs. One file is never given to the team: its name has the canary. */
export const fileCommands = (jobId: fc.Arbitrary<string>, canary: string) => ({
  AddAttachment: fc.record({
    type: fc.constant('AddAttachment' as const),
    data: fc.oneof(
      fc.record({
        jobId,
        fileId: fc.constant(ofOffice),
        name: fc.constant(`${canary} quote.pdf`),
        kind: fc.constant('pdf' as const),
        ...same,
      }),
      fc.record({
        jobId,
        fileId: fc.constant(ofAll),
        name: fc.constant('Floor plan.docx'),
        kind: fc.constant('word' as const),
        forTeam: fc.boolean(),
        ...same,
      }),
    ),
  }),
  ShareAttachment: fc.record({ type: fc.constant('ShareAttachment' as const), data: given(jobId, ofAll) }),
  TakeBackAttachment: fc.record({ type: fc.constant('TakeBackAttachment' as const), data: given(jobId, ofAll) }),
  DeleteAttachment: fc.record({
    type: fc.constant('DeleteAttachment' as const),
    data: given(jobId, ofOffice, ofAll),
  }),
})

const given = (jobId: fc.Arbitrary<string>, ...files: string[]) =>
  fc.record({ jobId, fileId: fc.constantFrom(...files) })
