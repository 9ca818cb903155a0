import { createHash } from 'node:crypto'
import { type CommandHandling, executeCommand } from '#api/commands/handle-command.ts'
import { failureOf } from '#api/commands/refused-command.ts'
import { HttpFailure, notFound, parse } from '#api/http/errors.ts'
import { srcOf } from '#api/image-store/image-paths.ts'
import { commandOfImage } from '#api/images/upload/new-image.ts'
import {
  finishUpload,
  pieceCount,
  piecesQuery,
  receivedQuery,
  type UploadAnswer,
  uploadAttempts,
  uploadFields,
} from '#core/wire/images.ts'
import type { HttpAnswer, HttpRequest } from '#test/simulation/network/http.ts'
import { PhotoForm } from '#test/simulation/network/photo-file.ts'
import type { Rights } from './accounts.ts'
import type { CompanyLog } from './memory-log.ts'

type NewImage = {
  jobId: string
  imageId: string
  attempt: number | undefined
  bytes: Uint8Array
  givenAt?: string | undefined
  leftAt: number
}
export type PhotoParts = {
  log: CompanyLog
  handling(): CommandHandling
  failing(command: { type: string; data: unknown }): boolean
}

/** What the server does with photos, whole or in pieces, by the rules of the API; nothing is encoded, and files are in memory. */
export function memoryPhotos({ log, handling, failing }: PhotoParts) {
  const unfinished = new Map<string, Map<number, Uint8Array>>()
  /** When the request that added an image left its page. */
  const leftAts = new Map<string, number>()

  /** The image of a job as its upload answered. */
  const earlier = async ({ companyId, userId }: Rights, jobId: string, imageId: string) => {
    for (const { type, data, actorId, seq } of await log.history(companyId, jobId))
      if (type === 'ImageAdded' && data.imageId === imageId && actorId === userId)
        return answerOf(imageId, data.src, seq)
    return undefined
  }
  const add = async (
    rights: Rights,
    { jobId, imageId, attempt, bytes, givenAt, leftAt }: NewImage,
  ): Promise<UploadAnswer> => {
    const { companyId } = rights
    const [first] = await log.history(companyId, jobId)
    if (first?.stream !== 'job') throw notFound('Job not found.', 'job-not-found')
    const src = srcOf(companyId, createHash('sha256').update(bytes).digest('hex'))
    const data = { jobId, imageId, src, description: '', width: 4, height: 3 }
    if (failing({ type: 'AddImage', data })) throw broken
    const happenedAt = givenAt ?? log.now().toISOString()
    const stamp = { commandId: commandOfImage(imageId), happenedAt, attempt }
    const settled = await executeCommand(handling(), stamp, { type: 'AddImage', data }, rights)
    if (settled.status === 'refused') throw failureOf(settled)
    leftAts.set(imageId, leftAts.get(imageId) ?? leftAt)
    return answerOf(imageId, src, settled.seq ?? 0)
  }
  const whole = ({ body, leftAt }: HttpRequest, rights: Rights) => {
    if (!(body instanceof PhotoForm) || !body.file) throw broken
    const form = parse(uploadFields, Object.fromEntries(body))
    const [imageId = ''] = listIn(form.imageIds)
    const [givenAt] = listIn(form.givenAt)
    const [attempt] = parse(uploadAttempts, JSON.parse(form.attempts ?? '[]'))
    return add(rights, { jobId: form.jobId ?? '', imageId, attempt, givenAt, bytes: body.file.content.content, leftAt })
  }
  const finish = async (pieces: string, rights: Rights, imageId: string, { body, leftAt }: HttpRequest) => {
    const { jobId, size, sha256, givenAt, attempt } = parse(finishUpload, JSON.parse(String(body)))
    const name = `${pieces} ${size} ${sha256}`
    const received = unfinished.get(name)
    if (received?.size !== pieceCount(size)) {
      const known = await earlier(rights, jobId, imageId)
      if (!known) throw new HttpFailure(409, { error: 'Some pieces are missing.', code: 'pieces-missing' })
      return known
    }
    const bytes = Buffer.concat([...received].sort(([one], [other]) => one - other).map(([, piece]) => piece))
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) {
      unfinished.delete(name)
      throw new HttpFailure(409, { error: 'This photo arrived damaged.', code: 'pieces-damaged' })
    }
    const answer = await add(rights, { jobId, imageId, attempt, bytes, givenAt, leftAt })
    unfinished.delete(name)
    return answer
  }
  const handle = async (request: HttpRequest, rights: Rights): Promise<HttpAnswer | undefined> => {
    const { method, path, body } = request
    const url = new URL(path, 'http://fettle.test')
    if (url.pathname.endsWith('/uploadImage')) return { status: 200, body: await whole(request, rights) }
    const [, imageId, piece] = /\/uploads\/([^/]+)(?:\/(\d+))?$/.exec(url.pathname) ?? []
    if (!imageId) return undefined
    const pieces = `${rights.userId} ${imageId}`
    if (method === 'POST') return { status: 200, body: await finish(pieces, rights, imageId, request) }
    const query = Object.fromEntries(url.searchParams)
    if (method === 'GET') {
      const { size, sha256, jobId } = parse(receivedQuery, query)
      const received = [...(unfinished.get(`${pieces} ${size} ${sha256}`)?.keys() ?? [])]
      const added = received.length === 0 && (await earlier(rights, jobId, imageId)) !== undefined
      return { status: 200, body: { received, added } }
    }
    const { size, sha256 } = parse(piecesQuery, query)
    const name = `${pieces} ${size} ${sha256}`
    const received = unfinished.get(name) ?? new Map<number, Uint8Array>()
    unfinished.set(name, received)
    if (body instanceof Uint8Array) received.set(Number(piece), body)
    return { status: 204 }
  }
  return { handle, leftAt: (imageId: string) => leftAts.get(imageId) }
}

const broken = new HttpFailure(500, { error: 'It cannot be processed.', code: 'internal' })

function listIn(text: string | undefined): string[] {
  const list: unknown = JSON.parse(text ?? '[]')
  return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : []
}

function answerOf(imageId: string, src: string, seq: number): UploadAnswer {
  const image = { imageId, src, description: '', width: 4, height: 3, urls: { display: src, thumbnail: src } }
  return { message: 'Images uploaded successfully!', images: [image], seq }
}
