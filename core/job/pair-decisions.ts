import { isOffice } from '#core/model/access.ts'
import type { Decisions } from '#core/model/messages.ts'
import { refuse } from '#core/model/refusals.ts'
import { type JobContext, type JobFacts, refusalIfFull, statusChange } from './decision-rules.ts'
import type { Job } from './job.ts'
import type { JobCommand, JobEvent } from './messages.ts'
import { placeOf, withImage } from './pairs/pairs.ts'
import { isHeldOpen, missingPhotos } from './photo-rule.ts'
import { mostImages } from './values.ts'

type PairCommand = Extract<JobCommand, { type: 'PairImage' | 'UnpairImage' }>

/** A photo belongs to its uploader or, before it has arrived, to the person who said that it would. */
function isTheirs({ images, pairs = [] }: Job, imageId: string, { actorId }: JobContext) {
  const owner = images.find((one) => one.imageId === imageId) ?? placeOf(pairs, imageId)?.slot
  return owner === undefined || owner.userId === actorId
}

export const pairDecisions: Decisions<Job, PairCommand, JobEvent, JobFacts> = {
  PairImage: (job, { jobId: _, ...data }, context) => {
    if (!job) return refuse('job-not-found')
    const { imageId, pairId, side } = data
    if (!isTheirs(job, imageId, context) && !isOffice(context.actorRole)) return refuse('not-your-image')
    const { pairs = [] } = job
    const place = placeOf(pairs, imageId)
    if (place?.pairId === pairId && place.side === side) return []
    // A photo is paired before it arrives, so pairs are limited as photos are.
    const full = pairs.some((one) => one.pairId === pairId) ? undefined : refusalIfFull(pairs, mostImages, 'images')
    if (full) return full
    const slot = { imageId, userId: context.actorId, userRole: context.actorRole, timestamp: context.at }
    const after = { ...job, pairs: withImage(pairs, pairId, side, slot) }
    const isDone = isHeldOpen(job) && missingPhotos(after).count === 0
    return [{ type: 'ImagePaired', data }, ...statusChange(job, isDone ? 'completed' : undefined, 'tasks')]
  },
  UnpairImage: (job, { imageId }, context) => {
    if (!job) return refuse('job-not-found')
    if (!isTheirs(job, imageId, context) && !isOffice(context.actorRole)) return refuse('not-your-image')
    return placeOf(job.pairs ?? [], imageId) ? [{ type: 'ImageUnpaired', data: { imageId } }] : []
  },
}
