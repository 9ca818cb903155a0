import sharp from 'sharp'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths, pathTo } from '#core/wire/paths.ts'
import { readStream } from '#ledger/log/read.ts'
import { appendOne } from '#test/histories/told-jobs.ts'
import { createJob } from '#test/server/commands.ts'
import { type Mailbox, openMailbox } from '#test/server/mailbox.ts'
import { readPdf } from '#test/server/packs/read-pdf.ts'
import { upload } from '#test/server/photo-uploads.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let mailbox: Mailbox
let server: TestServer
let dana: SignedInTest
let jobId: string
beforeAll(async () => {
  mailbox = await openMailbox()
  server = await startServer({ mail: mailbox.settings })
  dana = await server.registerCompany()
  jobId = (await createJob(server, dana)).jobId
})
afterAll(async () => {
  await server.close()
  await mailbox.close()
})

/** A photo that no encoder makes smaller: some 150 kB in a pack, about three times what others have. */
const noise = () => {
  const [width, height] = [620, 465]
  const pixels = Uint8Array.from({ length: width * height * 3 }, () => Math.floor(Math.random() * 256))
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer()
}

const streamOf = () => readStream(server.services.ledgerPool, dana.user.companyId, jobId)
const send = (more: object) => {
  const body = { mailId: uuid(), recipient: 'lettings@example.com', ...more }
  return server.call(pathTo(paths.jobEvidenceEmail, { jobId }), { token: dana.token, body })
}

test('a pack that is too large for an email is refused beforehand, and can be sent for a shorter period', {
  timeout: 480_000,
}, async () => {
  expect((await upload(server, dana, jobId, { files: [{ bytes: await noise() }] })).status).toBe(200)
  const history = await streamOf()
  const added = history.find((one) => one.type === 'ImageAdded')
  if (added?.type !== 'ImageAdded') throw new Error('There is no photo')
  let version = history.length
  for (let nth = 0; nth < 110; nth += 1) {
    const event = { type: 'ImageAdded' as const, data: { ...added.data, imageId: uuid() } }
    await appendOne(server.services.ledgerPool, dana.user.companyId, event, { streamId: jobId, version })
    version += 1
  }
  const answer = await send({})
  expect(answer.status).toBe(409)
  expect(await answer.json()).toEqual({
    error:
      'This evidence pack is larger than 15 MB, too large for an email. Choose a shorter period, or download it and pass it on another way.',
    code: 'pack-too-large',
  })
  expect(await streamOf()).toHaveLength(version)
  expect((await server.services.authPool.query('select from evidence_mail')).rowCount).toBe(0)
  const downloaded = await server.call(pathTo(paths.jobEvidence, { jobId }), { token: dana.token })
  expect((await downloaded.bytes()).length).toBeGreaterThan(15_000_000)

  expect((await send({ to: '2020-01-01' })).status).toBe(200)
  const letter = await mailbox.letterTo('lettings@example.com')
  const { pages } = await readPdf(letter.attachment ?? Buffer.alloc(0))
  expect(pages.reduce((sum, page) => sum + page.pictures, 0)).toBe(0)
})
