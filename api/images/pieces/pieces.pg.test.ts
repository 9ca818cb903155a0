import { createHash } from 'node:crypto'
import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pieceCount, pieceSize, type ReceivedAnswer, type UploadAnswer, uploadLimits } from '#core/wire/images.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import { smallPhoto, upload } from '#test/server/photo-uploads.ts'
import { changes, overtaken } from '#test/server/rights/overtaken.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'
import { unfinishedLimits } from './unfinished-limits.ts'

let server: TestServer
let olga: SignedInTest
let tom: SignedInTest
let stranger: SignedInTest
let photo: Buffer
beforeAll(async () => {
  server = await startServer()
  olga = await server.registerCompany()
  tom = await addMember(server, olga, 'team', 'tom.okafor')
  stranger = await server.registerCompany()
  photo = await noise(700, 500)
})
afterAll(() => server.close())

/** A photo that cannot be compressed much. */
const noise = (width: number, height: number) => {
  const raw = { width, height, channels: 3 } as const
  const pixels = Buffer.from(
    Array.from({ length: width * height * 3 }, (_, at) => (at * 7919 + ((at * at) % 251)) % 256),
  )
  return sharp(pixels, { raw }).jpeg({ quality: 95 }).toBuffer()
}
const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** A phone that sends a photo in pieces. */
function phoneOf(person: SignedInTest, jobId: string, bytes: Uint8Array, imageId: string = uuid(), on = server) {
  const { companyId } = person.user
  const about = { size: bytes.length, sha256: digestOf(bytes) }
  const query = new URLSearchParams({ size: String(about.size), sha256: about.sha256 })
  const call = (path: string, method: string, body?: Uint8Array | string, type = 'application/octet-stream') =>
    fetch(on.url + path, {
      method,
      headers: { origin: on.url, authorization: `Bearer ${person.token}`, ...(body && { 'content-type': type }) },
      ...(body && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
    })
  const path = pathTo(paths.uploadPieces, { companyId, imageId })
  return {
    imageId,
    received: async (): Promise<ReceivedAnswer> => (await call(`${path}?${query}&jobId=${jobId}`, 'GET')).json(),
    ask: () => call(`${path}?${query}&jobId=${jobId}`, 'GET'),
    put: (piece: number, part = bytes.subarray(piece * pieceSize, (piece + 1) * pieceSize), type?: string) =>
      call(`${path}/${piece}?${query}`, 'PUT', part, type),
    finish: (over: object = {}) => call(path, 'POST', JSON.stringify({ jobId, ...about, ...over }), 'application/json'),
  }
}
const all = (bytes: Uint8Array) => Array.from({ length: pieceCount(bytes.length) }, (_, piece) => piece)
const imagesOf = async (jobId: string, seq = 0) =>
  (await (await server.call(`${pathTo(paths.job, { jobId })}?after=${seq}`, { token: olga.token })).json()).job.images
const folderOf = ({ user }: SignedInTest) => join(server.services.config.dataFolder, 'images', 'pieces', user.companyId)
const kept = (person: SignedInTest) => readdir(folderOf(person)).catch(() => [])

test('a photo sent in pieces, in any order and some twice, is the same image as one sent whole', async () => {
  const { jobId } = await createJob(server, olga)
  const tomsPhone = phoneOf(tom, jobId, photo)
  const pieces = all(photo)
  expect(pieces.length).toBeGreaterThan(2)
  expect(await tomsPhone.received()).toEqual({ received: [], added: false })
  const answers = await Promise.all([...pieces.toReversed(), 0, 0].map((piece) => tomsPhone.put(piece)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]))
  expect(await tomsPhone.received()).toEqual({ received: pieces, added: false })
  const givenAt = new Date(Date.now() - 3_600_000).toISOString()
  const finished = await tomsPhone.finish({ givenAt, takenAt: '2026-11-20T09:08:41', description: ' Under the sink ' })
  expect(finished.status, await finished.clone().text()).toBe(200)
  const { images }: UploadAnswer = await finished.json()
  const whole: UploadAnswer = await (await upload(server, olga, jobId, { files: [{ bytes: photo }] })).json()
  expect(images[0]?.src).toBe(whole.images[0]?.src)
  expect(await imagesOf(jobId, whole.seq)).toMatchObject([
    {
      imageId: tomsPhone.imageId,
      userId: tom.user.userId,
      timestamp: givenAt,
      takenAt: '2026-11-20T09:08:41',
      description: 'Under the sink',
    },
    {},
  ])
  expect(await kept(olga)).toEqual([])
})

test('a photo whose answer was lost is answered again and not added twice', async () => {
  const { jobId } = await createJob(server, olga)
  const tomsPhone = phoneOf(tom, jobId, photo)
  for (const piece of all(photo)) await tomsPhone.put(piece)
  const first = await Promise.all([tomsPhone.finish(), tomsPhone.finish()])
  const again = await tomsPhone.finish()
  expect([...first, again].map(({ status }) => status)).toEqual([200, 200, 200])
  const answers = await Promise.all([...first, again].map((one) => one.json()))
  expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1)
  expect(await tomsPhone.received()).toEqual({ received: [], added: true })
  expect(await imagesOf(jobId, answers[0].seq)).toHaveLength(1)
})

test('another process goes on where one was killed', async () => {
  const { jobId } = await createJob(server, olga)
  const tomsPhone = phoneOf(tom, jobId, photo)
  await tomsPhone.put(0)
  const { database } = server
  const other = await startServer({ dataFolder: server.services.config.dataFolder }, { database, projector: false })
  const there = phoneOf(tom, jobId, photo, tomsPhone.imageId, other)
  expect(await there.received()).toEqual({ received: [0], added: false })
  for (const piece of all(photo).slice(1)) expect((await there.put(piece)).status).toBe(204)
  expect((await tomsPhone.finish()).status).toBe(200)
  await other.close()
})

test('a photo that is not what its SHA-256 says is refused, and can be sent again', async () => {
  const { jobId } = await createJob(server, olga)
  const tomsPhone = phoneOf(tom, jobId, photo)
  const [first, ...others] = all(photo)
  const changed = Buffer.from(photo.subarray(0, pieceSize)).fill(1, 100, 110)
  await tomsPhone.put(first ?? 0, changed)
  for (const piece of others) await tomsPhone.put(piece)
  const damaged = await tomsPhone.finish()
  expect([damaged.status, (await damaged.json()).code]).toEqual([409, 'pieces-damaged'])
  const early = await tomsPhone.finish()
  expect([early.status, (await early.json()).code]).toEqual([409, 'pieces-missing'])
  for (const piece of all(photo)) await tomsPhone.put(piece)
  expect((await tomsPhone.finish()).status).toBe(200)
})

test('a piece that is cut off, too long, or not of the photo is refused and not kept', async () => {
  const { jobId } = await createJob(server, olga)
  const tomsPhone = phoneOf(tom, jobId, photo)
  const [last] = all(photo).toReversed()
  const cases: [Promise<Response>, number][] = [
    [tomsPhone.put(0, photo.subarray(0, 1_000)), 400],
    [tomsPhone.put(0, photo.subarray(0, pieceSize + 1)), 400],
    [tomsPhone.put((last ?? 0) + 1, photo.subarray(0, 10)), 400],
    [tomsPhone.put(0, photo.subarray(0, pieceSize), 'application/json'), 415],
    [phoneOf(tom, jobId, photo, 'x').put(0), 400],
    [phoneOf(tom, jobId, photo, '..%2f..').put(0), 400],
  ]
  for (const [answer, status] of cases) expect((await answer).status).toBe(status)
  const query = (size: number | string, sha256: string) =>
    server.call(
      `${pathTo(paths.uploadPieces, { companyId: olga.user.companyId, imageId: uuid() })}?${new URLSearchParams({ size: String(size), sha256, jobId })}`,
      { token: tom.token },
    )
  for (const [size, sha256] of [
    [0, digestOf(photo)],
    [uploadLimits.fileSize + 1, digestOf(photo)],
    ['1e3', digestOf(photo)],
    [100, '../../etc'],
    [100, 'A'.repeat(64)],
  ] as const)
    expect((await query(size, sha256)).status).toBe(400)
  expect(await kept(olga)).toEqual([])
})

test('nobody goes on with, finishes or sees the photo of somebody else, and a removed person sends no further piece', async () => {
  const { jobId } = await createJob(server, olga)
  const marcus = await addMember(server, olga, 'team', 'marcus.bell')
  const his = phoneOf(marcus, jobId, photo)
  for (const piece of all(photo)) await his.put(piece)
  const hers = phoneOf(olga, jobId, photo, his.imageId)
  expect(await hers.received()).toEqual({ received: [], added: false })
  expect((await hers.finish()).status).toBe(409)
  const abroad = phoneOf({ ...stranger, user: { ...stranger.user, companyId: olga.user.companyId } }, jobId, photo)
  expect([(await abroad.put(0)).status, (await abroad.finish()).status, (await abroad.ask()).status]).toEqual([
    403, 403, 403,
  ])
  const foreign = phoneOf(stranger, jobId, photo)
  for (const piece of all(photo)) await foreign.put(piece)
  expect((await foreign.finish()).status).toBe(404)
  expect(await kept(stranger)).toEqual([])
  await server.call(pathTo(paths.user, { userId: marcus.user.userId }), { token: olga.token, method: 'DELETE' })
  expect([(await his.put(0)).status, (await his.finish()).status]).toEqual([401, 401])
  // No address leads to a piece; one outside /assets is a screen, if it is anything.
  const [name = ''] = await kept(olga)
  expect((await server.call(`/assets/${olga.user.companyId}/${name}`)).status).toBe(404)
  const { headers } = await server.call(`/pieces/${olga.user.companyId}/${name}/0`)
  expect(headers.get('content-type')).toMatch(/html|json/)
  await server.services.images.pieces.sweep(new Date(Date.now() + 1_000))
})

test('a refused photo leaves no pieces', async () => {
  const { jobId } = await createJob(server, olga)
  const text = Buffer.alloc(pieceSize + 5, 'no photo')
  const tomsPhone = phoneOf(tom, jobId, text)
  for (const piece of all(text)) await tomsPhone.put(piece)
  const answer = await tomsPhone.finish()
  expect([answer.status, (await answer.json()).code]).toEqual([400, 'not-an-image'])
  expect(await kept(olga)).toEqual([])
})

test('a photo whose sender is removed while it is added keeps its pieces, and is added once they are back', async () => {
  const { jobId } = await createJob(server, olga)
  const ruth = await addMember(server, olga, 'team', 'ruth.adeyemi')
  const small = await smallPhoto()
  const ruthsPhone = phoneOf(ruth, jobId, small)
  expect((await ruthsPhone.put(0)).status).toBe(204)
  const { answer } = await overtaken(server, ruth, changes['is removed'], ruthsPhone.finish)
  expect(answer.status).toBe(401)
  expect(await kept(olga)).toHaveLength(1)
  await accepted(server, olga, 'RestoreMember', { userId: ruth.user.userId })
  const { user, password } = ruth
  const signedIn = await server.call(paths.login, { body: { email: user.email, password } })
  const back = phoneOf({ ...ruth, ...(await signedIn.json()) }, jobId, small, ruthsPhone.imageId)
  expect(await back.received()).toEqual({ received: [0], added: false })
  expect((await back.finish()).status).toBe(200)
  await expect.poll(() => kept(olga)).toEqual([])
})

test('a person and a company have only so many unfinished photos, however many begin at once', async () => {
  const { jobId } = await createJob(server, olga)
  const { photos } = unfinishedLimits.person
  const begun = await Promise.all(
    Array.from({ length: photos + 5 }, async () => (await phoneOf(tom, jobId, photo).put(0)).status),
  )
  expect(begun.filter((status) => status === 204)).toHaveLength(photos)
  expect(begun.filter((status) => status === 429)).toHaveLength(5)
  expect(await kept(olga)).toHaveLength(photos)
  const refused = await phoneOf(tom, jobId, photo).ask()
  expect([refused.status, (await refused.json()).code]).toEqual([429, 'too-many-unfinished'])
  // A photo that has begun goes on, and another person may begin.
  expect((await phoneOf(olga, jobId, photo).put(0)).status).toBe(204)
  await server.services.images.pieces.sweep(new Date(Date.now() + 1_000))
  expect(await kept(olga)).toEqual([])
})

test('the bytes of unfinished photos are limited by what they announce', async () => {
  const { jobId } = await createJob(server, olga)
  const large = Buffer.alloc(uploadLimits.fileSize, 1)
  const most = Math.floor(unfinishedLimits.person.bytes / large.length)
  const statuses: number[] = []
  for (let nth = 0; nth <= most; nth += 1) statuses.push((await phoneOf(tom, jobId, large).put(0)).status)
  expect(statuses).toEqual([...Array.from({ length: most }, () => 204), 429])
  await server.services.images.pieces.sweep(new Date(Date.now() + 1_000))
})

test('pieces of which nothing has arrived for long are removed, and others stay', async () => {
  const { jobId } = await createJob(server, olga)
  const [old, young] = [phoneOf(tom, jobId, photo), phoneOf(tom, jobId, photo)]
  await old.put(0)
  await young.put(0)
  await young.put(1)
  const hours = (count: number) => new Date(Date.now() - count * 3_600_000)
  for (const name of await kept(olga)) await utimes(join(folderOf(olga), name, '0'), hours(80), hours(80))
  await server.services.images.pieces.sweep(hours(72))
  expect((await old.received()).received).toEqual([])
  expect((await young.received()).received).toEqual([0, 1])
  for (const piece of all(photo)) await young.put(piece)
  expect((await young.finish()).status).toBe(200)
})
