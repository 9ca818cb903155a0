import * as z from 'zod/mini'
import { id, instant, text } from '#core/model/values.ts'

const attachmentKind = z.enum([
  'pdf',
  'email',
  'outlook-email',
  'word',
  'word-97',
  'excel',
  'excel-97',
  'powerpoint',
  'powerpoint-97',
  'odf-text',
  'odf-spreadsheet',
  'odf-presentation',
  // Of a site alone: those of a job are its images.
  'photo',
])
export type AttachmentKind = z.infer<typeof attachmentKind>

/**
 * What the ledger says of an attached file. `src` names its bytes by their SHA-256; `kind` is what its content is, whatever its name says;
 * `macros` are programs inside an office file, which Fettle stores and never runs.
 */
export const attachedFile = {
  fileId: id,
  src: text(300),
  name: text(200),
  size: z.int(),
  kind: attachmentKind,
  macros: z.optional(z.literal(true)),
}

/** A file in a document, with the person who added it or gave it to the team. */
export const attachment = z.object({ ...attachedFile, userId: z.string(), userRole: z.string(), timestamp: instant })
export type Attachment = z.infer<typeof attachment>
export type AttachedFile = Omit<Attachment, 'userId' | 'userRole' | 'timestamp'>

/** The most files that one job or site can have, those of the office included. */
export const mostAttachments = 100

/** The SHA-256 of a file's bytes, from its address; undefined once it was erased. */
export const digestOf = (src: string): string | undefined => /\/([0-9a-f]{64})\.file$/.exec(src)?.[1]
