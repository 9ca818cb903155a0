import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signImages } from '#api/image-store/image-urls.ts'
import { verifyAccessToken } from '#api/rights/access-token.ts'
import type { JobImagesAnswer, UploadAnswer } from '#core/wire/images.ts'
import type { JobAnswer } from '#core/wire/jobs/jobs.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import { smallPhoto, upload } from '#test/server/photo-uploads.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
let olga: SignedInTest
let jobId: string
let image: UploadAnswer['images'][number]
let seq: number
/** The session that olga's addresses are given to. */
let holder: { userId: string; sessionId: string }
beforeAll(async () => {
  server = await startServer()
  olga = await server.registerCompany()
  const claims = await verifyAccessToken(server.services.keys, olga.token)
  holder = { userId: olga.user.userId, sessionId: claims?.sessionId ?? '' }
  jobId = (await createJob(server, olga)).jobId
  const answer: UploadAnswer = await (
    await upload(server, olga, jobId, { files: [{ bytes: await smallPhoto() }] })
  ).json()
  const [first] = answer.images
  if (!first) throw new Error('Nothing was uploaded')
  image = first
  seq = answer.seq
})
afterAll(() => server.close())

const get = (path: string, headers?: Record<string, string>) => server.call(path, headers ? { headers } : {})

test('an image opens for anyone with its address, is cached only by their browser, and cannot run anything there', async () => {
  const answer = await get(image.urls.display)
  expect(answer.status).toBe(200)
  expect(image.urls.display.startsWith(`/assets${image.src}?`)).toBe(true)
  const headers = Object.fromEntries(answer.headers)
  expect(headers).toMatchObject({
    'content-type': 'image/webp',
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'content-disposition': 'inline',
    'accept-ranges': 'bytes',
  })
  const [, seconds] = /^private, max-age=(\d+), immutable$/.exec(headers['cache-control'] ?? '') ?? []
  expect(Number(seconds)).toBeGreaterThan(86_000)
  expect(Number(seconds)).toBeLessThanOrEqual(172_800)
})

test('a range can be requested, and an unchanged image is not sent again', async () => {
  const whole = Buffer.from(await (await get(image.urls.display)).arrayBuffer())
  const part = await get(image.urls.display, { range: 'bytes=4-9' })
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 4-9/${whole.length}`])
  expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(4, 10))
  const tail = await get(image.urls.display, { range: 'bytes=-5' })
  expect(Buffer.from(await tail.arrayBuffer())).toEqual(whole.subarray(-5))
  expect((await get(image.urls.display, { range: 'bytes=99999999-' })).status).toBe(416)
  for (const range of ['bytes=0-1,4-5', 'lines=1-2', 'nonsense'])
    expect((await get(image.urls.display, { range })).status).toBe(200)
  const etag = (await get(image.urls.display)).headers.get('etag') ?? ''
  // Without this, fetch bypasses every cache.
  const conditional = { 'if-none-match': etag, 'cache-control': 'max-age=0' }
  expect((await get(image.urls.display, conditional)).status).toBe(304)
  expect((await server.call(image.urls.display, { method: 'HEAD' })).headers.get('content-length')).toBe(
    String(whole.length),
  )
})

test('an altered or expired address is 403, and its signature does not open another company’s path', async () => {
  const url = new URL(image.urls.display, server.url)
  const changed = (name: string, value: string) => {
    const other = new URL(url)
    other.searchParams.set(name, value)
    return other.pathname + other.search
  }
  const expires = Number(url.searchParams.get('expires'))
  const signature = url.searchParams.get('signature') ?? ''
  const foreign = url.pathname.replace(olga.user.companyId, crypto.randomUUID()) + url.search
  const yesterday = new Date(Date.now() - 3 * 86_400_000)
  const ended = signImages(server.services.keys.refreshSecret, () => yesterday).urlsOf([image], holder)[image.imageId]
    ?.display
  const others = signImages(Buffer.alloc(32), () => new Date()).urlsOf([image], holder)[image.imageId]?.display
  for (const path of [
    url.pathname,
    changed('expires', String(expires + 86_400)),
    changed('expires', ` ${expires}`),
    changed('expires', `${expires}.0`),
    changed('signature', signature.slice(0, -1)),
    changed('signature', 'A'.repeat(signature.length)),
    `${url.pathname}${url.search}&expires=${expires + 1}`,
    foreign,
    image.urls.thumbnail.split('?')[0] + url.search,
    ended ?? '',
    others ?? '',
  ]) {
    const answer = await get(path)
    expect([path, answer.status]).toEqual([path, 403])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.json()).toEqual({ error: 'This address has expired.', code: 'not-signed' })
  }
})

test('a path that is no image of ours is 404, however it is spelt', async () => {
  const { companyId } = olga.user
  for (const path of [
    '/assets',
    `/assets/${companyId}/`,
    `/assets/${companyId}/keys.json`,
    `/assets/${companyId}/..%2f..%2fkeys.json`,
    `/assets/..%2f..%2fkeys.json/x`,
    `/assets/${companyId}/%00.webp`,
    `/assets/x/${'a'.repeat(64)}.webp`,
    `/assets/${companyId}/${'a'.repeat(64)}.webp.html`,
  ])
    expect([path, (await get(path)).status]).toEqual([path, 404])
  const none = { imageId: image.imageId, src: `/${companyId}/${'a'.repeat(64)}.webp` }
  const url = server.services.images.signer.urlsOf([none], holder)[image.imageId]?.display ?? ''
  expect((await get(url)).status).toBe(404)
  expect((await server.call(image.urls.display, { method: 'POST' })).status).toBe(405)
})

test('the addresses of a job’s images stay the same all day and change tomorrow', async () => {
  const path = `${pathTo(paths.jobImages, { jobId })}?after=${seq}`
  const read = async (): Promise<JobImagesAnswer> => (await server.call(path, { token: olga.token })).json()
  const { urls } = await read()
  expect(urls).toEqual({ [image.imageId]: image.urls })
  expect(await read()).toMatchObject({ urls })
  const { refreshSecret } = server.services.keys
  const at = (time: string) =>
    signImages(refreshSecret, () => new Date(time)).urlsOf([image], holder)[image.imageId]?.display
  expect(at('2027-03-28T00:00:00Z')).toBe(at('2027-03-28T23:59:59Z'))
  expect(at('2027-03-28T23:59:59Z')).not.toBe(at('2027-03-29T00:00:00Z'))
  const late = new URL(at('2027-03-28T23:59:59Z') ?? '', server.url)
  const atTime = signImages(refreshSecret, () => new Date('2027-03-29T23:59:59Z'))
  const { expires = '', given = '', signature = '' } = Object.fromEntries(late.searchParams)
  expect(atTime.read({ path: image.src, expires, given, signature })).toMatchObject({ ...holder, secondsLeft: 1 })
})

test('an address opens no longer than the session that it was given to', async () => {
  for (const ending of ['logout', 'removal']) {
    const leaver = await addMember(server, olga, 'team')
    const read = await server.call(pathTo(paths.job, { jobId }), { token: leaver.token })
    const { urls }: JobAnswer = await read.json()
    const own = urls[image.imageId]?.display ?? ''
    expect(own).not.toBe(image.urls.display)
    expect((await get(own)).status).toBe(200)
    if (ending === 'logout') await server.call(paths.logout, { method: 'POST', cookie: leaver.cookie })
    else await accepted(server, olga, 'RemoveMember', { userId: leaver.user.userId })
    expect([ending, (await get(own)).status]).toEqual([ending, 403])
  }
  expect((await get(image.urls.display)).status).toBe(200)
})

test('the address of a deleted image closes at once; its history opens it for the people of the company', async () => {
  const form = { files: [{ bytes: await smallPhoto('#345') }] }
  const answer: UploadAnswer = await (await upload(server, olga, jobId, form)).json()
  const [photo] = answer.images
  if (!photo) throw new Error('Nothing was uploaded')
  for (const address of Object.values(photo.urls)) expect((await get(address)).status).toBe(200)
  const deletion = await accepted(server, olga, 'DeleteImage', { jobId, imageId: photo.imageId })
  for (const address of Object.values(photo.urls)) expect((await get(address)).status).toBe(404)
  const history = await server.call(pathTo(paths.jobHistory, { jobId }), { token: olga.token })
  const past = await server.call(`${pathTo(paths.job, { jobId })}?version=${(deletion.version ?? 1) - 1}`, {
    token: olga.token,
  })
  for (const { urls } of [await history.json(), await past.json()]) {
    const shown = await get(urls[photo.imageId].display)
    expect(shown.status).toBe(200)
    const [, seconds] = /max-age=(\d+)/.exec(shown.headers.get('cache-control') ?? '') ?? []
    expect(Number(seconds)).toBeLessThanOrEqual(7_200)
  }
})

test('an image whose file is lost is 404, and is back once it is uploaded again', async () => {
  const { dataFolder } = server.services.config
  await rm(join(dataFolder, 'images', image.src))
  expect((await get(image.urls.display)).status).toBe(404)
  expect((await upload(server, olga, jobId, { files: [{ bytes: await smallPhoto() }] })).status).toBe(200)
  expect((await get(image.urls.display)).status).toBe(200)
})
