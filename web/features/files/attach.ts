import { v7 as newId } from 'uuid'
import type { SessionUser } from '#core/wire/account/session.ts'
import { pieceCount, pieceSize, uploadLimits } from '#core/wire/images.ts'
import type { AttachFiles } from '#core/wire/jobs/attachments.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { type PhotoAnswer, requestForPhoto } from '#web/sync/photos/sending/photo-request.ts'
import { textIn } from '#web/sync/photos/sending/text-in.ts'

/** Milliseconds in which a piece arrives on any line worth waiting for; the server's own work takes longer. */
const patience = { piece: 30_000, finish: 90_000 }

/** The job or site that files are attached to. */
export type AttachTo = { jobId: string } | { siteId: string }

/**
 * The ids of files that may have been attached although no answer came, by whose, where and what they are: who attaches them again gets the
 * same, so that nothing is there twice.
 */
const unanswered = new Map<string, string>()

type Given = { to: AttachTo; files: readonly File[]; user: SessionUser; progress: (part: number) => void }

/** Attaches files to a job or a site, all or none. Returns why it failed, in words; undefined if they are attached. */
export async function attach({ to, files, user, progress }: Given): Promise<string | undefined> {
  const refusal = refusalOf(files)
  if (refusal) return refusal
  const { userId, companyId } = user
  const total = files.reduce((sum, { size }) => sum + size, 0)
  const given: Omit<AttachFiles, 'files'> = { ...to, givenAt: new Date().toISOString() }
  const asked: AttachFiles['files'] = []
  const keyOf = ({ sha256, name }: AttachFiles['files'][number]) => JSON.stringify([userId, to, sha256, name])
  let sent = 0
  const { signal } = new AbortController()
  for (const file of files) {
    const one = { fileId: newId(), size: file.size, sha256: await digestOf(file), name: file.name }
    one.fileId = unanswered.get(keyOf(one)) ?? one.fileId
    const query = new URLSearchParams({ size: String(one.size), sha256: one.sha256 })
    for (let piece = 0; piece < pieceCount(file.size); piece += 1) {
      const path = pathTo(paths.uploadPiece, { companyId, imageId: one.fileId, piece: String(piece) })
      const body = file.slice(piece * pieceSize, (piece + 1) * pieceSize)
      const put = () =>
        requestForPhoto({
          ...{ userId, signal, method: 'PUT', path: `${path}?${query}`, body, type: 'application/octet-stream' },
          patience: patience.piece,
          progress: (loaded) => progress((sent + loaded) / total),
        })
      // A piece has its place, so it may be sent again.
      const first = await put()
      const answer = isLost(first) ? await put() : first
      if (!isAccepted(answer)) return reasonOf(answer, [file])
      sent += body.size
    }
    asked.push(one)
  }
  progress(1)
  const finish = () =>
    requestForPhoto({
      ...{ userId, signal, method: 'POST', path: pathTo(paths.attachFiles, { companyId }), type: 'application/json' },
      body: JSON.stringify({ ...given, files: asked } satisfies AttachFiles),
      patience: patience.finish,
    })
  // The ids stay the same, so a retry adds nothing twice.
  const first = await finish()
  const answer = isLost(first) ? await finish() : first
  for (const one of asked)
    if (typeof answer === 'string' || isLost(answer)) unanswered.set(keyOf(one), one.fileId)
    else unanswered.delete(keyOf(one))
  if (typeof answer === 'object' && answer.status === 0) return noAnswer
  return isAccepted(answer) ? undefined : reasonOf(answer, files)
}

const noAnswer =
  'The connection was lost before the server answered. Please attach the files again: none will be there twice.'

/** What would be refused in any case is said before it is sent. */
function refusalOf(files: readonly File[]): string | undefined {
  const megabytes = uploadLimits.fileSize / 1024 / 1024
  if (files.length > uploadLimits.files) return `Attach up to ${uploadLimits.files} files at once.`
  const empty = files.find(({ size }) => size === 0)
  if (empty) return `${empty.name} is empty.`
  const large = files.find(({ size }) => size > uploadLimits.fileSize)
  return large && `${large.name} is too large: a file may have up to ${megabytes} MB.`
}

const isAccepted = (answer: PhotoAnswer) => typeof answer === 'object' && answer.status >= 200 && answer.status < 300
const isLost = (answer: PhotoAnswer) => typeof answer === 'object' && (answer.status === 0 || answer.status >= 500)

/** The server's words, with the name of the file that they are about. */
function reasonOf(answer: PhotoAnswer, files: readonly File[]): string {
  if (typeof answer === 'string') return 'You are signed out. Sign in and attach the files again.'
  if (answer.status === 0) return 'The server could not be reached, so nothing was attached. Please try again.'
  const at = /^files\.(\d+)/.exec(textIn(answer.body, 'field') ?? '')?.[1]
  const about = files.length === 1 ? files[0] : files[Number(at)]
  const reason = textIn(answer.body, 'error') ?? 'The files could not be attached. Please try again.'
  return about ? `${about.name}: ${reason}` : reason
}

const digestOf = async (file: File) =>
  Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer())), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
