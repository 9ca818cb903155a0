import { isOffice } from '#core/model/access.ts'
import type { ActorRole } from '#core/model/messages.ts'
import { type Refusal, refuse } from '#core/model/refusals.ts'
import { type AttachedFile, mostAttachments } from './attachments.ts'
import type { FileEventsAs } from './file-events.ts'
import { filesIn, type WithFiles } from './files-in.ts'

type Person = { actorId: string; actorRole: ActorRole }
type Outcome<E> = readonly E[] | Refusal

/** What may become of the files of a job or a site. `full` refuses one more. */
export const fileRules = <E>(events: FileEventsAs<E>, full: (most: number) => Refusal) => ({
  add(
    of: WithFiles,
    data: AttachedFile,
    { actorRole, forTeam }: { actorRole: ActorRole; forTeam: boolean },
  ): Outcome<E> {
    const { shared, own } = filesIn(of)
    if ([...shared, ...own].some((one) => one.fileId === data.fileId)) return []
    if (shared.length + own.length >= mostAttachments) return full(mostAttachments)
    return forTeam || !isOffice(actorRole) ? events.added(data) : events.officeAdded(data)
  },
  share(of: WithFiles, fileId: string): Outcome<E> {
    const { shared, own } = filesIn(of)
    if (shared.some((one) => one.fileId === fileId)) return []
    const file = own.find((one) => one.fileId === fileId)
    if (!file) return refuse('attachment-not-found')
    const { userId: _, userRole: _role, timestamp: _at, ...data } = file
    return events.shared(data)
  },
  takeBack(of: WithFiles, fileId: string): Outcome<E> {
    const { shared, own } = filesIn(of)
    if (own.some((one) => one.fileId === fileId)) return []
    const isShared = shared.some((one) => one.fileId === fileId)
    return isShared ? events.takenBack({ fileId }) : refuse('attachment-not-found')
  },
  remove(of: WithFiles, fileId: string, { actorId, actorRole }: Person): Outcome<E> {
    const { shared, own } = filesIn(of)
    // The team must not learn whether the office has a file of this id.
    if (isOffice(actorRole) && own.some((one) => one.fileId === fileId)) return events.officeDeleted({ fileId })
    const file = shared.find((one) => one.fileId === fileId)
    if (!file) return refuse('attachment-not-found')
    if (file.userId !== actorId && !isOffice(actorRole)) return refuse('not-your-attachment')
    return events.deleted({ fileId })
  },
})
