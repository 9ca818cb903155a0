import type { Attachment } from '#core/attachments/attachments.ts'
import { author } from '#core/job/author.ts'
import { apply, type Folded, type Folds, type Message } from '#core/model/messages.ts'
import { attachmentEvents } from './attachment-messages.ts'

/** A document with files: those that the team sees, and those of the office, which readers without office facts lack. */
type WithFiles<O extends { attachments?: Attachment[] | undefined }> = {
  attachments?: Attachment[] | undefined
  office?: O | undefined
}

const without = (files: Attachment[] | undefined, fileId: string) => files?.filter((one) => one.fileId !== fileId)
const withFile = (files: Attachment[] | undefined, file: Attachment) => [...(files ?? []), file]

/** The folds of the events of attachments. */
export function attachmentFolds<O extends { attachments?: Attachment[] | undefined }, S extends WithFiles<O>>(): Folds<
  S,
  Message<typeof attachmentEvents>
> {
  const ofOffice = (state: S, change: (files: Attachment[] | undefined) => Attachment[] | undefined): S =>
    state.office ? { ...state, office: { ...state.office, attachments: change(state.office.attachments) } } : state
  return {
    AttachmentAdded: (state, event) =>
      state && { ...state, attachments: withFile(state.attachments, { ...event.data, ...author(event) }) },
    AttachmentDeleted: (state, { data }) => state && { ...state, attachments: without(state.attachments, data.fileId) },
    AttachmentShared: (state, event) => {
      if (!state) return state
      const attachments = withFile(state.attachments, { ...event.data, ...author(event) })
      return ofOffice({ ...state, attachments }, (files) => without(files, event.data.fileId))
    },
    AttachmentTakenBack: (state, { data: { fileId } }) => {
      const file = state?.attachments?.find((one) => one.fileId === fileId)
      if (!state || !file) return state
      const rest = { ...state, attachments: without(state.attachments, fileId) }
      return ofOffice(rest, (files) => withFile(files, file))
    },
    OfficeAttachmentAdded: (state, event) =>
      state && ofOffice(state, (files) => withFile(files, { ...event.data, ...author(event) })),
    OfficeAttachmentDeleted: (state, { data }) => state && ofOffice(state, (files) => without(files, data.fileId)),
  }
}

type AttachmentEvent = Message<typeof attachmentEvents>

export const attachmentEventTypes = Object.keys(attachmentEvents)

/** Whether an event tells of an attached file. */
export const isOfAttachment = (event: { type: string }): event is Folded<AttachmentEvent> =>
  Object.hasOwn(attachmentEvents, event.type)

type Files = { attachments: Attachment[]; office?: { attachments: Attachment[] } }

/** The files after these events of a job, which may be of any type: those that the team sees, and those of the office. */
export function filesAfter(events: readonly { type: string }[]): Files {
  const folds = attachmentFolds<{ attachments: Attachment[] }, Files>()
  const none: Files = { attachments: [], office: { attachments: [] } }
  return events.filter(isOfAttachment).reduce((files, event) => apply(folds, files, event) ?? files, none)
}
