import type { Evidence } from './evidence.ts'

/** A photo in a copy of the pack, numbered from 1 in the order the photos were added. */
export type EvidencePhoto = {
  number: number
  version: number
  imageId: string
  src: string
  /** The latest description. */
  description: string
  /** The descriptions before it, oldest first, each with the instant at which the next one was recorded. */
  describedBefore: { description: string; until: string }[]
  takenAt?: string | undefined
  happenedAt: string
  recordedAt: string
  actorId?: string | undefined
  /** When it was deleted from the job. */
  deletedAt?: string
}

/** The photos added in a copy's period, including those deleted since. */
export function photosOf({ events, known }: Pick<Evidence, 'events' | 'known'>): EvidencePhoto[] {
  const described = Map.groupBy(
    known.flatMap((one) => (one.type === 'ImageDescribed' ? [one] : [])),
    (one) => one.data.imageId,
  )
  const deleted = new Map(
    known.flatMap((one) => (one.type === 'ImageDeleted' ? [[one.data.imageId, one] as const] : [])),
  )
  return events
    .flatMap((event) => (event.type === 'ImageAdded' ? [event] : []))
    .map(({ data: { imageId, src, description, takenAt }, ...event }, index) => {
      const deletion = deleted.get(imageId)
      const later = described.get(imageId) ?? []
      const all = [description, ...later.map((one) => one.data.description)]
      return {
        number: index + 1,
        version: event.version,
        imageId,
        src,
        description: all.at(-1) ?? description,
        describedBefore: later.map(({ recordedAt }, at) => ({ description: all[at] ?? '', until: recordedAt })),
        takenAt,
        happenedAt: event.happenedAt,
        recordedAt: event.recordedAt,
        actorId: event.actorId,
        ...(deletion ? { deletedAt: deletion.recordedAt } : {}),
      }
    })
}
