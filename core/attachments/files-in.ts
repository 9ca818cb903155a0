import type { Attachment } from './attachments.ts'

type Files = Attachment[] | undefined

/** A document with files: those that the team sees, and those of the office, which readers without office facts lack. */
export type WithFiles = { attachments?: Files; office?: { attachments?: Files } | undefined }

/** The files of a document that the team sees, and those of the office alone. */
export const filesIn = ({ attachments = [], office }: WithFiles) => ({
  shared: attachments,
  own: office?.attachments ?? [],
})
