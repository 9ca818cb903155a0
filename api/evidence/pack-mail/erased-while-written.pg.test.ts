import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openChainChecker } from '#api/proof/chain-checker.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { accepted, createJob, jobNow } from '#test/server/commands.ts'
import { erasureOf } from '#test/server/erasures.ts'
import { type Mailbox, openMailbox } from '#test/server/mailbox.ts'
import { readPdf } from '#test/server/packs/read-pdf.ts'
import { smallPhoto, upload } from '#test/server/photo-uploads.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'
import type { EvidenceMail } from './evidence-mail-rows.ts'
import { writePackMail } from './write-pack-mail.ts'

let mailbox: Mailbox
let server: TestServer
let dana: SignedInTest
let jobId: string
let note: number
const businessName = 'Harrow & Pike'

beforeAll(async () => {
  mailbox = await openMailbox()
  mailbox.full = true
  server = await startServer({ mail: mailbox.settings })
  dana = await server.registerCompany({ businessName })
  jobId = (await createJob(server, dana)).jobId
  expect((await upload(server, dana, jobId, { files: [{ bytes: await smallPhoto() }] })).status).toBe(200)
  note = (await accepted(server, dana, 'AddNote', { jobId, noteId: uuid(), note: 'Mrs Quillfeather rang' })).seq
  await jobNow(server, dana, jobId)
})
afterAll(async () => {
  await server.close()
  await mailbox.close()
})

/** Asks for the pack by email, and returns its mail, which waits, with the seq of its event. */
async function queued() {
  const mailId = uuid()
  const body = { mailId, recipient: 'lettings@example.com', message: 'Wilhelmina asked', notes: true }
  const answer = await server.call(pathTo(paths.jobEvidenceEmail, { jobId }), { token: dana.token, body })
  expect(answer.status, await answer.clone().text()).toBe(200)
  const { seq }: { seq: number } = await answer.json()
  return { mail: { companyId: dana.user.companyId, jobId, mailId }, seq }
}

/** Writes an email, while something happens as its photo is asked for. How often it was begun is counted by its photos. */
async function written(mail: EvidenceMail, meanwhile: () => Promise<Response>) {
  let photos = 0
  const stillWanted = async () => {
    photos += 1
    if (photos === 1) expect((await meanwhile()).status).toBe(200)
  }
  const { signal } = new AbortController()
  const chainChecker = openChainChecker(server.services.ledgerPool)
  return { email: await writePackMail(server.services, chainChecker, mail, { stillWanted, signal }), photos }
}
const erase = (texts: { seq: number; path: string }[]) =>
  server.call(paths.erasures, { token: dana.token, body: erasureOf(texts) })

test('a pack is made once if nothing of it is outdated meanwhile', async () => {
  const { mail } = await queued()
  const look = () => server.call(pathTo(paths.job, { jobId }), { token: dana.token })
  const { email, photos } = await written(mail, look)
  expect(email?.text).toMatch(/^Wilhelmina asked/)
  expect(photos).toBe(1)
})

test('a text that is erased while its pack is being made is neither in the email nor in the pack', async () => {
  const { mail, seq } = await queued()
  const both = [
    { seq, path: 'message' },
    { seq: note, path: 'note' },
  ]
  const { email, photos } = await written(mail, () => erase(both))
  expect(email?.text).toMatch(/^Hello,/)
  const { text, files } = await readPdf(email?.attachment?.content ?? Buffer.alloc(0))
  expect(text + Object.values(files).join()).not.toContain('Quillfeather')
  expect(photos).toBe(2)
})

test('nothing is sent to an address that is erased while its pack is being made', async () => {
  const { mail, seq } = await queued()
  expect(await written(mail, () => erase([{ seq, path: 'sentTo' }]))).toEqual({ email: undefined, photos: 1 })
})

test('nothing is sent for a company that is closed while its pack is being made', async () => {
  const { mail } = await queued()
  const close = () => server.call(paths.companyClosing, { token: dana.token, body: { name: businessName } })
  expect(await written(mail, close)).toEqual({ email: undefined, photos: 1 })
})
