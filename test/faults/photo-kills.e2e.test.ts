import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#cli/database/ports.ts'
import type { SignedIn } from '#core/wire/account/session.ts'
import type { UploadAnswer } from '#core/wire/images.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { startSlowLine } from '#test/browser/lines/slow-line.ts'
import { newProfile, type Profile } from '#test/browser/profile.ts'
import { createDatabase, type TestDatabase } from '#test/database/database.ts'
import { formOf } from '#test/server/photo-uploads.ts'
import { commandOf, untilAnswered } from './acknowledged-commands.ts'
import { type Process, processOf } from './processes.ts'

/** A tenth of the time at ten times the speed, or the real thing: either way a window of 1 MB, which the photo does not fit. */
const line = process.env.FETTLE_SLOW_LINE ? { rate: 50_000, cutEvery: 20_000 } : { rate: 500_000, cutEvery: 2_000 }
const patience = { timeout: 150_000 }

let database: TestDatabase
let folder: string
let api: Process
let projector: Process
let direct: string
let slow: Awaited<ReturnType<typeof startSlowLine>>
let profile: Profile
let dana: SignedIn
let photo: Buffer
const account = { email: 'dana@example.com', password: 'long enough for us' }

beforeAll(async () => {
  database = await createDatabase()
  folder = await mkdtemp(join(tmpdir(), 'fettle-photo-kills-'))
  const port = await freePort()
  direct = `http://127.0.0.1:${port}`
  const env = { PORT: String(port), FETTLE_DATA: folder, DATABASE_URL: database.url, FETTLE_LOG_LEVEL: 'error' }
  api = processOf('api/main.ts', env, async () => (await fetch(direct + paths.readyz)).ok)
  projector = processOf('projector/main.ts', env)
  await Promise.all([api.start(), projector.start()])
  slow = await startSlowLine(port)
  dana = await (await post(paths.register, { businessName: 'Harrow & Pike', username: 'dana', ...account })).json()
  profile = await newProfile()
  photo = await largePhoto()
})
afterAll(async () => {
  await profile?.close()
  await slow?.close()
  await Promise.all([api?.kill(), projector?.kill()])
  await rm(folder, { recursive: true })
  await database?.drop()
})

const post = (path: string, body: object) =>
  fetch(direct + path, {
    method: 'POST',
    headers: {
      origin: direct,
      ...(dana ? { authorization: `Bearer ${dana.token}` } : {}),
      ...(body instanceof FormData ? {} : { 'content-type': 'application/json' }),
    },
    body: body instanceof FormData ? body : JSON.stringify(body),
  })

/** A photo of 1.1 MB that is small enough to be sent as it is. */
async function largePhoto() {
  let random = 1
  const pixels = Buffer.alloc(1_450 * 1_087 * 3)
  for (let at = 0; at < pixels.length; at += 1) {
    random = (random * 48_271) % 2_147_483_647
    pixels[at] = random % 256
  }
  const bytes = await sharp(pixels, { raw: { width: 1_450, height: 1_087, channels: 3 } })
    .jpeg({ quality: 84 })
    .toBuffer()
  expect(bytes.length / 1_000_000).toBeCloseTo(1.1, 1)
  expect((line.rate * line.cutEvery) / 1_000).toBeLessThan(bytes.length)
  return bytes
}

async function aJob() {
  const jobId = randomUUID()
  const data = { jobId, apartmentName: '14 Marlowe Court', createdAt: '2026-11-20', tasks: [] }
  await untilAnswered(direct, dana.token, commandOf('CreateJob', data))
  return jobId
}
const imagesOf = async (jobId: string) => {
  const headers = { authorization: `Bearer ${dana.token}` }
  const answer = await fetch(direct + pathTo(paths.job, { jobId }), { headers })
  return (await answer.json()).job.images
}
/** The `src` of the photo when it is sent whole: the digest of what the server makes of exactly these bytes. */
async function srcOfWhole() {
  const form = formOf({ ...dana, cookie: '', password: '' }, await aJob(), { files: [{ bytes: photo }] })
  const { images }: UploadAnswer = await (await post(pathTo(paths.uploadImage, dana.user), form)).json()
  return images[0]?.src
}
const pieces = async () => {
  const company = join(folder, 'images', 'pieces', dana.user.companyId)
  const [name] = await readdir(company).catch(() => [])
  return name ? (await readdir(join(company, name)).catch(() => [])).length : 0
}

/** Opens the job on the phone, whose line is good at first. */
async function open(jobId: string) {
  slow.become()
  const browser = await profile.start()
  const signedIn = await browser.context.request.post(slow.url + paths.login, {
    data: account,
    headers: { origin: slow.url },
  })
  expect(signedIn.ok()).toBe(true)
  const page = await browser.context.newPage()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${slow.url}/job/${jobId}`)
  await page.getByRole('button', { name: 'Choose photos' }).waitFor()
  return { ...browser, page }
}
async function choosePhoto(page: Page) {
  const fileChooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose photos' }).click()
  await (await fileChooser).setFiles([{ name: 'sink.jpg', mimeType: 'image/jpeg', buffer: photo }])
  await page.getByText('sink.jpg', { exact: true }).first().waitFor()
}

test('a photo of 1.1 MB arrives over a line that is cut before it could pass whole: once, and byte for byte', async () => {
  const jobId = await aJob()
  const { page, kill } = await open(jobId)
  slow.become(line)
  const began = Date.now()
  await choosePhoto(page)
  await expect.poll(async () => (await imagesOf(jobId)).length, patience).toBe(1)
  console.info(`1.1 MB at ${line.rate} bytes a second, cut every ${line.cutEvery} ms: ${Date.now() - began} ms`)
  slow.become()
  await page.getByText('sink.jpg', { exact: true }).first().waitFor({ state: 'detached' })
  expect(await imagesOf(jobId)).toMatchObject([{ src: await srcOfWhole() }])
  await kill()
})

test('a photo goes on where it was when the server, and then the browser, were killed', async () => {
  const jobId = await aJob()
  const first = await open(jobId)
  slow.become({ rate: 200_000, cutEvery: 600_000 })
  await choosePhoto(first.page)
  await expect.poll(pieces, patience).toBeGreaterThanOrEqual(2)
  await api.kill('SIGKILL')
  const atKill = await pieces()
  await api.start()
  await expect.poll(pieces, patience).toBeGreaterThanOrEqual(atKill + 2)
  await first.kill()
  const kept = await pieces()
  const second = await open(jobId)
  await expect.poll(async () => (await imagesOf(jobId)).length, patience).toBe(1)
  // It did not start again: most of the photo had arrived before.
  expect(kept).toBeGreaterThanOrEqual(4)
  expect(slow.sentUp()).toBeLessThan(photo.length)
  expect(await imagesOf(jobId)).toMatchObject([{ src: await srcOfWhole() }])
  await second.page.getByText('sink.jpg', { exact: true }).first().waitFor({ state: 'detached' })
  expect(await pieces()).toBe(0)
  await second.kill()
})
