import fc from 'fast-check'
import { canary } from '#test/core/canary.ts'
import { idOf } from './given-when-then.ts'

const same = {
  src: fc.constant(`/${idOf('f', 1)}/${'a1'.repeat(32)}.file`),
  size: fc.constant(1_000),
}
const [ofOffice, ofAll] = [idOf('f', 11), idOf('f', 12)]

/** Files of a job or a site. One is never given to the team: its name has the canary. */
const file = fc.oneof(
  fc.record({
    fileId: fc.constant(ofOffice),
    name: fc.constant(`${canary} quote.pdf`),
    kind: fc.constant('pdf' as const),
    ...same,
  }),
  fc.record({
    fileId: fc.constant(ofAll),
    name: fc.constant('Floor plan.docx'),
    kind: fc.constant('word' as const),
    forTeam: fc.boolean(),
    ...same,
  }),
)

const [shared, either] = [fc.constant(ofAll), fc.constantFrom(ofOffice, ofAll)]

const commandOf = <T extends string, D>(type: T, data: fc.Arbitrary<D>) => fc.record({ type: fc.constant(type), data })

/** Commands on files of these jobs. */
export const fileCommands = (jobId: fc.Arbitrary<string>) => ({
  AddAttachment: commandOf(
    'AddAttachment',
    fc.tuple(jobId, file).map(([of, one]) => ({ jobId: of, ...one })),
  ),
  ShareAttachment: commandOf('ShareAttachment', fc.record({ jobId, fileId: shared })),
  TakeBackAttachment: commandOf('TakeBackAttachment', fc.record({ jobId, fileId: shared })),
  DeleteAttachment: commandOf('DeleteAttachment', fc.record({ jobId, fileId: either })),
})

/** Commands on files of these sites. */
export const siteFileCommands = (siteId: fc.Arbitrary<string>) => ({
  AddSiteFile: commandOf(
    'AddSiteFile',
    fc.tuple(siteId, file).map(([of, one]) => ({ siteId: of, ...one })),
  ),
  ShareSiteFile: commandOf('ShareSiteFile', fc.record({ siteId, fileId: shared })),
  TakeBackSiteFile: commandOf('TakeBackSiteFile', fc.record({ siteId, fileId: shared })),
  DeleteSiteFile: commandOf('DeleteSiteFile', fc.record({ siteId, fileId: either })),
})
