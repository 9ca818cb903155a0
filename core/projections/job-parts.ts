import * as z from 'zod/mini'
import type { FoldedEvent } from '#core/ledger/ledger.ts'
import { erasedText } from '#core/model/erased-text.ts'
import { id } from '#core/model/values.ts'
import type { Projection } from './projection.ts'

/** The ids of all parts ever ordered for a job, including those deleted or moved to another job since. */
export const jobParts = z.object({ partIds: z.array(id) })
export type JobParts = z.infer<typeof jobParts>

/** One row for each job number, as typed. The details are in the events of the parts. */
export const partsOfJobs: Projection<JobParts> = {
  name: 'job-parts',
  version: 1,
  row: jobParts,
  audience: 'everyone',
  pushed: false,
  key: (event) => {
    const number = numberIn(event)
    return number === erasedText ? undefined : number || undefined
  },
  fold: (row, { streamId }) => {
    const partIds = row?.partIds ?? []
    return partIds.includes(streamId) ? (row ?? { partIds }) : { partIds: [...partIds, streamId] }
  },
}

const numberIn = (event: FoldedEvent) =>
  event.type === 'PartAdded' || event.type === 'PartChanged' ? event.data.jobId : undefined
