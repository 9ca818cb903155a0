import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uploadLimits } from '#core/wire/images.ts'
import type { AttachmentAddress } from '#core/wire/jobs/attachments.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { accepted, command, createJob, sendCommands } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import { smallPhoto } from '#test/server/photo-uploads.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'
import { attach, attached, smallPdf } from '#test/server/uploads/attached-files.ts'
import { zip } from '#test/workbooks/zip.ts'

let server: TestServer
let olga: SignedInTest
let tom: SignedInTest
let stranger: SignedInTest
beforeAll(async () => {
  server = await startServer()
  olga = await server.registerCompany()
  tom = await addMember(server, olga, 'team')
  stranger = await server.registerCompany()
})
afterAll(() => server.close())

const jobAt = async (person: SignedInTest, jobId: string, seq: number) =>
  (await (await server.call(`${pathTo(paths.job, { jobId })}?after=${seq}`, { token: person.token })).json()).job
const ask = (person: SignedInTest, jobId: string, fileId: string) =>
  server.call(pathTo(paths.jobAttachment, { jobId, fileId }), { token: person.token })
const addressOf = async (person: SignedInTest, jobId: string, fileId: string) => {
  const { url }: AttachmentAddress = await (await ask(person, jobId, fileId)).json()
  return url
}
const stored = async ({ user }: SignedInTest) =>
  (await readdir(join(server.services.config.dataFolder, 'images', user.companyId)).catch(() => [])).sort()
const waiting = ({ user }: SignedInTest) =>
  readdir(join(server.services.config.dataFolder, 'images', 'pieces', user.companyId)).catch(() => [])
const macros = zip(
  ['[Content_Types].xml', 'word/document.xml', 'word/vbaProject.bin'].map((name) => ({ name, content: '<x/>' })),
)

test('files are stored as they are, named by what they are, and served as downloads alone', async () => {
  const { jobId } = await createJob(server, olga)
  const pdf = smallPdf()
  const files = [
    { bytes: pdf, name: 'invoice.pdf.exe' },
    { bytes: macros, name: `${'q'.repeat(500)}.docm` },
    { bytes: pdf, name: 'quote\u202Efdp.exe' },
  ]
  const answer = await attached(server, olga, jobId, files, { forTeam: true })
  expect(answer.files.map(({ name, kind, macros, size }) => ({ name, kind, macros, size }))).toEqual([
    { name: 'invoice.pdf.exe.pdf', kind: 'pdf', size: pdf.length },
    { name: `${'q'.repeat(144)}….docm`, kind: 'word', macros: true, size: macros.length },
    { name: 'quotefdp.exe.pdf', kind: 'pdf', size: pdf.length },
  ])
  expect((await jobAt(tom, jobId, answer.seq)).attachments).toMatchObject(answer.files)
  await expect.poll(() => waiting(olga)).toEqual([])
  const [one, word] = answer.files.map(({ fileId }) => fileId)
  const got = await server.call(await addressOf(tom, jobId, one ?? ''))
  expect(Buffer.from(await got.arrayBuffer())).toEqual(pdf)
  expect(Object.fromEntries(got.headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': 'attachment; filename=invoice.pdf.exe.pdf',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cache-control': 'no-store',
  })
  const other = await server.call(await addressOf(tom, jobId, word ?? ''))
  expect(other.headers.get('content-disposition')).toMatch(
    /^attachment; filename=".*"; filename\*=UTF-8''q+%E2%80%A6.docm$/,
  )
  expect(Buffer.from(await other.arrayBuffer())).toEqual(Buffer.from(macros))
})

test('a retry is answered alike, also when the answer was lost, and adds nothing twice', async () => {
  const { jobId } = await createJob(server, olga)
  const files = [{ bytes: smallPdf(), name: 'a.pdf', fileId: uuid() }]
  const first = await attached(server, tom, jobId, files)
  const again = await attached(server, tom, jobId, files)
  expect(again.files).toMatchObject(first.files)
  expect((await jobAt(olga, jobId, again.seq)).attachments).toHaveLength(1)
})

test('all files of a call are attached or none, and what was refused leaves nothing behind', async () => {
  const { jobId, seq } = await createJob(server, olga)
  const before = await stored(olga)
  const refusal = async (bytes: Uint8Array, name = 'page.pdf') => {
    const answer = await attach(server, olga, jobId, [
      { bytes: smallPdf('Fine'), name: 'fine.pdf' },
      { bytes, name },
    ])
    expect(answer.status).toBe(400)
    return answer.json()
  }
  expect(await refusal(Buffer.from('<html><script>alert(1)</script>'))).toEqual({
    error: 'This file cannot be attached: its content is not that of a PDF, an email or an office file.',
    code: 'unknown-kind',
    field: 'files.1',
  })
  expect(await refusal(await smallPhoto(), 'photo.pdf')).toMatchObject({
    error: 'This file is a picture. Add it under Images instead.',
  })
  expect(await refusal(Buffer.from('GIF89a%PDF-1.7;alert(1)'))).toMatchObject({ code: 'unknown-kind' })
  expect(await refusal(Buffer.alloc(0))).toMatchObject({ field: 'files.1.size' })
  const twice = uuid()
  const pdf = smallPdf()
  const pair = [1, 2].map((nth) => ({ bytes: pdf, name: `${nth}.pdf`, fileId: twice }))
  expect((await attach(server, olga, jobId, pair)).status).toBe(400)
  const sha256 = 'a'.repeat(64)
  const huge = { fileId: uuid(), size: uploadLimits.fileSize + 1, sha256, name: 'huge.pdf' }
  expect((await attach(server, olga, jobId, [], { files: [huge] })).status).toBe(400)
  const unsent = { fileId: uuid(), size: 10, sha256, name: 'unsent.pdf' }
  expect(await (await attach(server, olga, jobId, [], { files: [unsent] })).json()).toMatchObject({
    code: 'pieces-missing',
  })
  expect((await attach(server, olga, uuid(), [{ bytes: pdf, name: 'a.pdf' }])).status).toBe(404)
  expect((await attach(server, stranger, jobId, [{ bytes: pdf, name: 'a.pdf' }])).status).toBe(404)
  expect(await stored(olga)).toEqual(before)
  expect((await jobAt(olga, jobId, seq)).office.attachments).toBeUndefined()
})

test('a file of the office is not there for the team until it is given to it, and gone when it is taken back', async () => {
  const { jobId } = await createJob(server, olga)
  const { files } = await attached(server, olga, jobId, [{ bytes: smallPdf('Quote'), name: 'Quote.pdf' }])
  const fileId = files[0]?.fileId ?? ''
  const missing = await (await ask(tom, jobId, uuid())).json()
  expect(await (await ask(tom, jobId, fileId)).json()).toEqual(missing)
  expect(missing).toMatchObject({ error: 'File not found.' })
  const [share, guess] = await Promise.all([
    accepted(server, olga, 'ShareAttachment', { jobId, fileId }),
    sendCommands(server, tom, command('ShareAttachment', { jobId, fileId })),
  ])
  expect(guess[0]).toMatchObject({ status: 'refused', code: 'office-only' })
  const url = await addressOf(tom, jobId, fileId)
  expect((await server.call(url)).status).toBe(200)
  expect((await jobAt(tom, jobId, share.seq ?? 0)).attachments).toMatchObject([{ name: 'Quote.pdf' }])
  await accepted(server, olga, 'TakeBackAttachment', { jobId, fileId })
  expect((await server.call(url)).status).toBe(404)
  expect((await ask(tom, jobId, fileId)).status).toBe(404)
  await accepted(server, olga, 'DeleteAttachment', { jobId, fileId })
  expect((await ask(olga, jobId, fileId)).status).toBe(404)
})

test('an address is for its file, its session and a few minutes', async () => {
  const { jobId } = await createJob(server, olga)
  const { files } = await attached(server, tom, jobId, [{ bytes: smallPdf('Mine'), name: 'Mine.pdf' }])
  const fileId = files[0]?.fileId ?? ''
  const url = await addressOf(tom, jobId, fileId)
  const status = async (address: string) => (await server.call(address)).status
  expect(await status(url.replace(jobId, uuid()))).toBe(403)
  expect(await status(url.replace(/expires=\d+/, 'expires=9999999999'))).toBe(403)
  expect(await status(url.split('?')[0] ?? '')).toBe(403)
  expect((await ask(stranger, jobId, fileId)).status).toBe(404)
  const leaver = await addMember(server, olga, 'team')
  const theirs = await addressOf(leaver, jobId, fileId)
  await accepted(server, olga, 'RemoveMember', { userId: leaver.user.userId })
  expect(await status(theirs)).toBe(403)
  expect(await status(url)).toBe(200)
})
