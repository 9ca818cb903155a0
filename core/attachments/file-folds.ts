import { apply, author, type Folds } from '#core/model/messages.ts'
import type { AttachedFile, Attachment } from './attachments.ts'
import type { WithFiles } from './files-in.ts'

type Files = Attachment[] | undefined

/** Changes the office's files of a document. */
export type ChangeOfficeFiles<S> = (state: S, change: (files: Files) => Files) => S

type Given<D> = { data: D; actorId?: string; actorRole: string; happenedAt: string }

const without = (files: Files, fileId: string) => files?.filter((one) => one.fileId !== fileId)
const withFile = (files: Files, file: Attachment) => [...(files ?? []), file]
const fileOf = (event: Given<AttachedFile>): Attachment => ({ ...event.data, ...author(event) })

/** What each event of a file makes of the document that has it. What the team hears of changes no office facts where there are none. */
export const fileFolds = <S extends WithFiles>(ofOffice: ChangeOfficeFiles<S>) => ({
  added: (state: S | undefined, event: Given<AttachedFile>) =>
    state && { ...state, attachments: withFile(state.attachments, fileOf(event)) },
  deleted: (state: S | undefined, { data }: Given<{ fileId: string }>) =>
    state && { ...state, attachments: without(state.attachments, data.fileId) },
  shared: (state: S | undefined, event: Given<AttachedFile>) => {
    if (!state) return state
    const seen = { ...state, attachments: withFile(state.attachments, fileOf(event)) }
    return state.office ? ofOffice(seen, (files) => without(files, event.data.fileId)) : seen
  },
  takenBack: (state: S | undefined, { data: { fileId } }: Given<{ fileId: string }>) => {
    const file = state?.attachments?.find((one) => one.fileId === fileId)
    if (!state || !file) return state
    const rest = { ...state, attachments: without(state.attachments, fileId) }
    return state.office ? ofOffice(rest, (files) => withFile(files, file)) : rest
  },
  officeAdded: (state: S | undefined, event: Given<AttachedFile>) =>
    state && ofOffice(state, (files) => withFile(files, fileOf(event))),
  officeDeleted: (state: S | undefined, { data }: Given<{ fileId: string }>) =>
    state && ofOffice(state, (files) => without(files, data.fileId)),
})

/** A document of nothing but files. */
export type FilesAlone = { attachments: Attachment[]; office: { attachments: Attachment[] } }

/** For the folds of {@link FilesAlone}. */
export const ofOfficeAlone: ChangeOfficeFiles<FilesAlone> = (state, change) => ({
  ...state,
  office: { attachments: change(state.office.attachments) ?? [] },
})

/** The files after these events, which may be of any type: those that the team sees, and those of the office. */
export function filesAfter<E extends { type: string }>(
  folds: Folds<FilesAlone, E>,
  events: readonly { type: string }[],
): FilesAlone {
  const isOfFile = (event: { type: string }): event is Parameters<typeof apply<FilesAlone, E>>[2] =>
    Object.hasOwn(folds, event.type)
  const none: FilesAlone = { attachments: [], office: { attachments: [] } }
  return events.filter(isOfFile).reduce((files, event) => apply(folds, files, event) ?? files, none)
}
