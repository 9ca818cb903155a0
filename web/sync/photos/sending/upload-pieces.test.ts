import { createHash } from 'node:crypto'
import { beforeEach, expect, test, vi } from 'vitest'
import { pieceSize, type UploadAnswer } from '#core/wire/images.ts'
import type { PhotoAnswer, PhotoRequest } from './photo-request.ts'
import type { Sending } from './sending.ts'
import { uploadPhoto } from './upload-photo.ts'

const id = '01890000-0000-7000-8000-000000000001'
const added: UploadAnswer = { message: 'Images uploaded successfully!', images: [], seq: 7 }
const bytes = Buffer.alloc(2 * pieceSize + 10, 'photo')
const sha256 = createHash('sha256').update(bytes).digest('hex')

const asked: PhotoRequest[] = []
let answerTo: (request: PhotoRequest) => PhotoAnswer
vi.mock('./photo-request.ts', () => ({
  requestForPhoto: async (request: PhotoRequest) => {
    asked.push(request)
    return answerTo(request)
  },
}))
beforeEach(() => {
  asked.length = 0
})

const ok = (body: unknown, status = 200): PhotoAnswer => ({ status, body })
/** A server that has these pieces already. */
const having = (received: number[], over: Partial<Record<string, PhotoAnswer>> = {}) => {
  answerTo = ({ method }) =>
    over[method] ?? { GET: ok({ received, added: false }), PUT: ok(undefined, 204), POST: ok(added) }[method]
}
const progress = vi.fn<Sending['progress']>()
const send = (file = new Blob([bytes])) =>
  uploadPhoto({
    photo: {
      imageId: id,
      jobId: id,
      name: 'sink.jpg',
      size: file.size,
      state: 'sending',
      part: 0,
      givenAt: '2026-11-20T10:41:00.000Z',
      takenAt: '2026-11-20T09:08:41',
    },
    file,
    user: { userId: id, username: 'tom', email: 't@example.com', userRole: 'team', companyId: id },
    progress,
    signal: new AbortController().signal,
  })
const pieces = () => asked.flatMap(({ method, path }) => (method === 'PUT' ? path.replace(/\?.*/, '').slice(-1) : []))
const lengths = () => asked.flatMap(({ method, body }) => (method === 'PUT' && body instanceof Blob ? body.size : []))

test('a photo goes in pieces, and is then added with its times and the digest of the whole', async () => {
  having([])
  expect(await send()).toEqual({ sent: added })
  expect(lengths()).toEqual([pieceSize, pieceSize, 10])
  const { body } = asked.at(-1) ?? {}
  expect(JSON.parse(String(body))).toEqual({
    attempt: 1,
    jobId: id,
    size: bytes.length,
    sha256,
    givenAt: '2026-11-20T10:41:00.000Z',
    takenAt: '2026-11-20T09:08:41',
  })
  expect(progress.mock.lastCall).toEqual([1])
})

test('a server of the release before, which rejects the number of the attempt, gets the photo without it', async () => {
  const unknown = ok({ error: 'There is no field called attempt.', code: 'unknown-field', field: 'attempt' }, 400)
  const finishes = () => asked.flatMap(({ method, body }) => (method === 'POST' ? [body] : []))
  having([0, 1, 2])
  const answer = answerTo
  answerTo = (request) => (String(request.body).includes('"attempt":') ? unknown : answer(request))
  expect(await send()).toEqual({ sent: added })
  expect(finishes()).toHaveLength(2)
  expect(JSON.parse(String(finishes()[1]))).toEqual({
    jobId: id,
    size: bytes.length,
    sha256,
    givenAt: '2026-11-20T10:41:00.000Z',
    takenAt: '2026-11-20T09:08:41',
  })

  asked.length = 0
  answerTo = ({ body }) => (body instanceof FormData && body.has('attempts') ? unknown : ok(added))
  expect(await send(new Blob(['photo']))).toEqual({ sent: added })
  expect(finishes().map((body) => body instanceof FormData && [...body.keys()].toSorted())).toEqual(
    [['attempts'], []].map((numbered) =>
      [
        ...numbered,
        'companyId',
        'givenAt',
        'imageIds',
        'images',
        'jobId',
        'takenAt',
        'userRole',
        'username',
      ].toSorted(),
    ),
  )
  // Any other rejection, or a second one, is final.
  asked.length = 0
  answerTo = () => unknown
  expect(await send(new Blob(['photo']))).toMatchObject({ failed: 'rejected' })
  answerTo = () => ok({ error: 'No.', code: 'invalid' }, 400)
  expect(await send(new Blob(['photo']))).toMatchObject({ failed: 'rejected' })
  expect(asked).toHaveLength(3)
})

test('only the pieces that the server does not have are sent', async () => {
  having([0, 2])
  expect(await send()).toEqual({ sent: added })
  expect(pieces()).toEqual(['1'])
  expect(lengths()).toEqual([pieceSize])
})

test('a photo whose answer was lost is not sent again', async () => {
  having([], { GET: ok({ received: [], added: true }) })
  expect(await send()).toEqual({ sent: added })
  expect(lengths()).toEqual([])
})

test('a line that is cut ends the attempt; a refusal of the server is final', async () => {
  having([], { PUT: ok(undefined, 0) })
  expect(await send()).toMatchObject({ failed: 'unreachable' })
  expect(lengths()).toHaveLength(1)
  having([], { PUT: 'signed-out' })
  expect(await send()).toEqual({ failed: 'signed-out' })
  having([0, 1, 2], { POST: ok({ error: 'Job not found.', code: 'job-not-found' }, 404) })
  expect(await send()).toEqual({ failed: 'rejected', error: 'Job not found.' })
  having([0, 1, 2], { POST: ok({ error: 'Damaged.', code: 'pieces-damaged' }, 409) })
  expect(await send()).toMatchObject({ failed: 'unreachable' })
})

test('a small photo goes whole, and so does a large one that the server cannot take in pieces', async () => {
  having([])
  expect(await send(new Blob(['photo']))).toEqual({ sent: added })
  expect(asked.map(({ method }) => method)).toEqual(['POST'])
  for (const refusal of [
    ok({ error: 'Too many', code: 'too-many-unfinished' }, 429),
    ok({ error: 'Upload failed', code: 'storage-unavailable' }, 503),
    ok({ error: 'Not found.', code: 'not-found' }, 404),
  ]) {
    asked.length = 0
    having([], { GET: refusal })
    expect(await send()).toEqual({ sent: added })
    expect(asked.map(({ method, body }) => [method, body instanceof FormData])).toEqual([
      ['GET', false],
      ['POST', true],
    ])
  }
  having([], { GET: ok(undefined, 502) })
  expect(await send()).toMatchObject({ failed: 'failing' })
})
