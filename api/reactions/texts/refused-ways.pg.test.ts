import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTenantNews } from '#api/reactions/tenants/tenant-news.ts'
import type { TenantNews, TenantWay } from '#core/company/tenant-rule.ts'
import type { CompanyHistoryAnswer } from '#core/wire/history.ts'
import type { TextsAnswer } from '#core/wire/jobs/texts.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { accepted, command, sendCommands } from '#test/server/commands.ts'
import { type Mailbox, openMailbox } from '#test/server/mailbox.ts'
import { noticesOn } from '#test/server/notices/told.ts'
import { startServer, type TestServer } from '#test/server/server.ts'
import { bookedJob, type LetFlat, letFlat, linksOf, linkTo } from '#test/server/tenants/let-flat.ts'
import { openGateway, type TestGateway } from '#test/server/texts/gateway.ts'
import { untilProjected } from '#test/server/until-projected.ts'
import { textProvider } from './provider.ts'
import { startTexts } from './texts.ts'
import { tryText } from './try-text.ts'

let mailbox: Mailbox
let gateway: TestGateway
let server: TestServer
let sql: ReturnType<typeof noticesOn>['sql']
const telephone = '07700 900142'
const number = '+447700900142'
beforeAll(async () => {
  ;[mailbox, gateway] = await Promise.all([openMailbox(), openGateway()])
  const ways = { mail: mailbox.settings, sms: gateway.settings }
  server = await startServer({ ...ways, publicUrl: 'https://fettle.example' })
  sql = noticesOn(server).sql
})
afterAll(async () => {
  await server?.close()
  await gateway?.close()
  await mailbox?.close()
})

const newFlat = async () => {
  const email = `amara-${uuid()}@example.com`
  return { email, flat: await letFlat(server, { telephone, email }) }
}
/** Amara as the office saves her, once the rows have it. */
async function setTenant(flat: LetFlat, email: string, jobId: string, over: object) {
  const { siteId, contactId, dana } = flat
  const tenant = { siteId, contactId, role: 'tenant', name: 'Amara Bello', telephone, email, ...over }
  const { seq } = await accepted(server, dana, 'SetSiteContact', tenant)
  await server.call(`${pathTo(paths.siteOfJob, { jobId })}?after=${seq}`, { token: dana.token })
}
async function click(
  { dana }: LetFlat,
  jobId: string,
  path: typeof paths.tenantLinkEmail | typeof paths.tenantLinkText,
) {
  const linkId = (await linksOf(server, dana, jobId)).links[0]?.linkId ?? ''
  const answer = await server.call(pathTo(path, { jobId, linkId }), { token: dana.token, body: {} })
  const { error }: { error?: string } = await answer.json()
  return [answer.status, error]
}
const setRule = ({ dana }: LetFlat, news: TenantNews, ways: readonly TenantWay[]) =>
  accepted(server, dana, 'SetTenantRule', { companyId: dana.user.companyId, news, ways })
const textsOf = async ({ dana }: LetFlat): Promise<TextsAnswer> =>
  (await server.call(paths.texts, { token: dana.token })).json()
/** Puts off an email that was tried in vain. One that is on its way has a lease, and is not put off: nobody can call it back. */
const putOff = (email: string) =>
  sql(
    `update mail set due_at = now() + interval '1 hour'
     where recipient = $1 and tries > 0 and due_at < now() + interval '30 seconds' returning 1`,
    [email],
  )
const letters = (email: string) => mailbox.letters.filter(({ to }) => to.includes(email))

test('who asked for no texts and no emails is sent none by a click, and the office reads why', async () => {
  const { email, flat } = await newFlat()
  const { jobId } = await bookedJob(server, flat)
  await linkTo(server, flat, jobId)
  await setTenant(flat, email, jobId, { refuses: ['text'] })
  expect(await click(flat, jobId, paths.tenantLinkText)).toEqual([409, 'Amara Bello asked for no texts.'])
  expect((await linksOf(server, flat.dana, jobId)).tenants).toMatchObject([{ texts: 'yes', refuses: ['text'] }])
  expect((await click(flat, jobId, paths.tenantLinkEmail))[0]).toBe(200)
  const csv = await server.call(paths.exportSites, { token: flat.dana.token })
  expect(await csv.text()).toContain('Amara Bello, 07700 900142, no texts')
  // A program that knows nothing of it changes the name alone.
  await setTenant(flat, email, jobId, { name: 'Amara Okoye' })
  expect(await click(flat, jobId, paths.tenantLinkText)).toEqual([409, 'Amara Okoye asked for no texts.'])
  await setTenant(flat, email, jobId, { refuses: ['email'] })
  expect(await click(flat, jobId, paths.tenantLinkEmail)).toEqual([409, 'Amara Bello asked for no emails.'])
  expect((await click(flat, jobId, paths.tenantLinkText))[0]).toBe(200)
  await setTenant(flat, email, jobId, { refuses: [] })
  expect((await linksOf(server, flat.dana, jobId)).tenants[0]?.refuses).toBeUndefined()
  const answer = await server.call(`${paths.history}?kind=sites`, { token: flat.dana.token })
  const { entries }: CompanyHistoryAnswer = await answer.json()
  expect(entries.flatMap(({ changes }) => changes.filter(({ field }) => field === 'refuses'))).toEqual([
    { field: 'refuses', of: 'Amara Bello', from: ['email'] },
    { field: 'refuses', of: 'Amara Bello', from: ['text'], to: ['email'] },
    { field: 'refuses', of: 'Amara Bello', to: ['text'] },
  ])
})

test('by the company’s rule who asked for no texts is told by email alone, and who wants neither nothing', async () => {
  const { email, flat } = await newFlat()
  await setRule(flat, 'booked', ['email', 'text'])
  const told = async (refuses: readonly TenantWay[]) => {
    const first = await bookedJob(server, flat)
    await setTenant(flat, email, first.jobId, { refuses })
    const task = startTenantNews(server.services, { every: 20, lookEvery: 20 })
    const waiting = () => sql('select 1 from tenant_news where job_id = $1', [first.jobId])
    await expect.poll(waiting).not.toEqual([])
    await sql('update tenant_news set due_at = now() where job_id = $1', [first.jobId])
    await expect.poll(waiting).toEqual([])
    await task.stop()
    await untilProjected(server)
    const [link] = (await linksOf(server, flat.dana, first.jobId)).links
    return [link?.sentAt !== undefined, link?.textedAt !== undefined]
  }
  expect(await told(['text'])).toEqual([true, false])
  expect(await told(['email'])).toEqual([false, true])
  expect(await told(['email', 'text'])).toEqual([false, false])
})

test('a text and an email that wait when the tenant asks for none are left out, also after a merge of the site', async () => {
  const { email, flat } = await newFlat()
  const { jobId } = await bookedJob(server, flat)
  await linkTo(server, flat, jobId)
  gateway.answer = (_req, res) => res.writeHead(503).end()
  mailbox.full = true
  expect((await click(flat, jobId, paths.tenantLinkText))[0]).toBe(200)
  expect((await click(flat, jobId, paths.tenantLinkEmail))[0]).toBe(200)
  await expect.poll(async () => (await textsOf(flat)).texts[0]?.why).toBeDefined()
  await expect.poll(() => putOff(email)).toHaveLength(1)
  await setTenant(flat, email, jobId, { refuses: ['email', 'text'] })
  const into = uuid()
  await accepted(server, flat.dana, 'AddSite', { siteId: into, name: 'The Flat' })
  const [merged] = await sendCommands(server, flat.dana, command('MergeSite', { siteId: flat.siteId, into }))
  expect(merged).toMatchObject({ status: 'accepted' })
  gateway.answer = undefined
  mailbox.full = false
  const asked = gateway.asked.length
  await sql('update mail set due_at = now() where recipient = $1', [email])
  await expect.poll(() => sql('select 1 from mail where recipient = $1', [email])).toEqual([])
  await sql(`update text_message set due_at = now() where state = 'waiting' and job_id = $1`, [jobId])
  const task = startTexts(server.services, { every: 20 })
  await expect.poll(async () => (await textsOf(flat)).texts[0]?.state).toBe('dropped')
  await task.stop()
  expect((await textsOf(flat)).texts[0]?.why).toBe('The tenant asked for no texts.')
  expect([gateway.asked.filter(({ to }) => to === number).length > 0, gateway.asked.length]).toEqual([true, asked])
  expect(letters(email)).toEqual([])
})

test('a text that waits is not sent once the operator has left out the country of its number', async () => {
  const { flat } = await newFlat()
  const { companyId } = flat.dana.user
  const { jobId } = await bookedJob(server, flat)
  await linkTo(server, flat, jobId)
  gateway.answer = (_req, res) => res.writeHead(503).end()
  await click(flat, jobId, paths.tenantLinkText)
  await expect.poll(async () => (await textsOf(flat)).texts[0]?.why).toBe('The gateway has a fault (503).')
  gateway.answer = undefined
  const asked = gateway.asked.length
  const [text] = await sql('select text_id, link_id, tries from text_message where job_id = $1', [jobId])
  const { config } = server.services
  const narrowed = { ...server.services, config: { ...config, smsCountries: ['IE'] }, provider: textProvider(config) }
  const ids = { companyId, jobId, textId: text?.text_id, linkId: text?.link_id }
  await tryText(narrowed, { ...ids, tries: text?.tries, queuedAt: new Date().toISOString() })
  expect((await textsOf(flat)).texts[0]).toMatchObject({
    state: 'failed',
    why: 'The number is abroad, and this server sends no texts there.',
  })
  expect(gateway.asked).toHaveLength(asked)
})
