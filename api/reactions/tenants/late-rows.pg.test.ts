import { afterAll, beforeAll, expect, test } from 'vitest'
import { accepted } from '#test/server/commands.ts'
import { type Mailbox, openMailbox } from '#test/server/mailbox.ts'
import { noticesOn } from '#test/server/notices/told.ts'
import { startProjector, startServer, type TestServer } from '#test/server/server.ts'
import { bookedJob, letFlat, linksOf } from '#test/server/tenants/let-flat.ts'
import { startTenantNews } from './tenant-news.ts'

const email = 'amara@example.com'
let mailbox: Mailbox
let server: TestServer
beforeAll(async () => {
  mailbox = await openMailbox()
  server = await startServer({ mail: mailbox.settings, publicUrl: 'https://fettle.example' }, { projector: false })
})
afterAll(async () => {
  await server?.close()
  await mailbox?.close()
})

test('what tenants are told while no projector is at work waits for it, and is not forgotten', async () => {
  const { sql } = noticesOn(server)
  const flat = await letFlat(server, { email })
  const rule = { companyId: flat.dana.user.companyId, news: 'booked', ways: ['email'] }
  await accepted(server, flat.dana, 'SetTenantRule', rule)
  const { jobId } = await bookedJob(server, flat)
  const due = () => sql('select due_at > now() as "isAhead" from tenant_news where job_id = $1', [jobId])
  const makeDue = () => sql("update tenant_news set due_at = now() - interval '1 second' where job_id = $1", [jobId])
  const task = startTenantNews(server.services, { every: 20, lookEvery: 20 })
  await expect.poll(due).toEqual([{ isAhead: true }])
  await makeDue()
  await expect.poll(due).toEqual([{ isAhead: true }])
  const stopProjector = startProjector(server.services)
  try {
    expect((await linksOf(server, flat.dana, jobId)).links).toEqual([])
    await makeDue()
    const letter = await mailbox.letterAbout(email, 'Your repair at Flat 22')
    expect(letter.text).toContain('https://fettle.example/')
    expect(await due()).toEqual([])
  } finally {
    await task.stop()
    await stopProjector()
  }
})
