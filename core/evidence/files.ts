import { type AttachmentKind, digestOf } from '#core/attachments/attachments.ts'
import type { Evidence } from './evidence.ts'

/** An attached file in a copy of the pack, as it was first told of to the copy's reader. */
export type EvidenceFile = {
  version: number
  fileId: string
  name: string
  kind: AttachmentKind
  size: number
  /** SHA-256 in hex of the file's bytes; missing once it was erased. */
  sha256?: string | undefined
  happenedAt: string
  recordedAt: string
  actorId?: string | undefined
  /** When it was deleted from the job or, for the team, taken back. */
  goneAt?: string
}

/** The files attached in a copy's period, including those deleted since. */
export function filesOf({ events, known }: Pick<Evidence, 'events' | 'known'>, isForTeam: boolean): EvidenceFile[] {
  const added = events.flatMap((event) =>
    event.type === 'AttachmentAdded' || event.type === 'AttachmentShared' || event.type === 'OfficeAttachmentAdded'
      ? [event]
      : [],
  )
  const firsts = [...new Map(added.toReversed().map((event) => [event.data.fileId, event])).values()].reverse()
  return firsts.map(({ data: { fileId, name, kind, size, src }, version, happenedAt, recordedAt, actorId }) => {
    const goneAt = goneAfter(known, fileId, isForTeam)
    const sha256 = digestOf(src)
    return {
      ...{ version, fileId, name, kind, size, sha256, happenedAt, recordedAt, actorId },
      ...(goneAt === undefined ? {} : { goneAt }),
    }
  })
}

/** When a file went for good; undefined if it is there at the end of the period. */
function goneAfter(known: Evidence['known'], fileId: string, isForTeam: boolean): string | undefined {
  const last = known.findLast((event) => 'fileId' in event.data && event.data.fileId === fileId)
  const isGone =
    last?.type === 'AttachmentDeleted' ||
    last?.type === 'OfficeAttachmentDeleted' ||
    (isForTeam && last?.type === 'AttachmentTakenBack')
  return isGone ? last.recordedAt : undefined
}
