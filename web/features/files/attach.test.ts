import { beforeEach, expect, test, vi } from 'vitest'
import type { PhotoAnswer, PhotoRequest } from '#web/sync/photos/sending/photo-request.ts'
import { attach } from './attach.ts'

const id = '01890000-0000-7000-8000-000000000001'
const asked: PhotoRequest[] = []
let finished: PhotoAnswer
vi.mock('#web/sync/photos/sending/photo-request.ts', () => ({
  requestForPhoto: async (request: PhotoRequest): Promise<PhotoAnswer> => {
    asked.push(request)
    return request.method === 'PUT' ? { status: 204, body: undefined } : finished
  },
}))
beforeEach(() => {
  asked.length = 0
})

const lost: PhotoAnswer = { status: 0, body: undefined }
const added: PhotoAnswer = { status: 200, body: { files: [], seq: 1 } }
const send = (name: string, to = { jobId: id }) =>
  attach({
    to,
    files: [new File(['plan'], name)],
    user: { userId: id, username: 'tom', email: 't@example.com', userRole: 'team', companyId: id },
    progress: () => undefined,
  })
/** The ids of the files in each request to attach them. */
const ids = () =>
  asked.flatMap(({ method, body }) =>
    method === 'POST'
      ? [
          JSON.parse(String(body))
            .files.map((one: { fileId: string }) => one.fileId)
            .join(),
        ]
      : [],
  )

test('a file that may have been attached although no answer came is the same one when it is attached again', async () => {
  finished = lost
  expect(await send('Floor plan.pdf')).toBe(
    'The connection was lost before the server answered. Please attach the files again: none will be there twice.',
  )
  finished = added
  expect(await send('Floor plan.pdf')).toBeUndefined()
  expect(ids()).toHaveLength(3)
  expect(new Set(ids()).size).toBe(1)
  // Once it is known to be attached, the same file can be attached a second time.
  await send('Floor plan.pdf')
  expect(new Set(ids()).size).toBe(2)
})

test('another file, one of another job, and one that was refused are files of their own', async () => {
  finished = lost
  await send('Quote.pdf')
  await send('Other.pdf')
  await send('Quote.pdf', { jobId: '01890000-0000-7000-8000-000000000002' })
  expect(new Set(ids()).size).toBe(3)
  finished = { status: 400, body: { error: 'No.', code: 'not-allowed' } }
  expect(await send('Quote.pdf')).toBe('Quote.pdf: No.')
  await send('Quote.pdf')
  expect(new Set(ids()).size).toBe(4)
})
