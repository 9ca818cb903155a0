import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths, pathTo } from '#core/wire/paths.ts'
import { billingOf } from '#test/server/billing.ts'
import { accepted, command, createJob, sendCommands } from '#test/server/commands.ts'
import { withSuperuser } from '#test/server/erasures.ts'
import { callsOf } from '#test/server/invitations.ts'
import { linkIn, type Mailbox, openMailbox } from '#test/server/mailbox.ts'
import { addMember } from '#test/server/people.ts'
import { smallPhoto, upload } from '#test/server/photo-uploads.ts'
import { listen } from '#test/server/push-client.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'
import { finishAllClosings } from './finish-closings.ts'

const day = 86_400_000
let mailbox: Mailbox
let server: TestServer
beforeAll(async () => {
  mailbox = await openMailbox()
  server = await startServer({ mail: mailbox.settings })
})
afterAll(async () => {
  await server?.close()
  await mailbox?.close()
})

const company = { businessName: 'Harrow & Pike' }
const close = ({ token }: Pick<SignedInTest, 'token'>, name = company.businessName) =>
  server.call(paths.companyClosing, { token, body: { name } })
const reopen = ({ token }: Pick<SignedInTest, 'token'>) =>
  server.call(paths.companyClosing, { method: 'DELETE', token })
const meOf = async ({ token }: Pick<SignedInTest, 'token'>) => (await server.call(paths.me, { token })).json()
const readOnly = { code: 'company-closed', error: expect.stringMatching(/^Your company was closed/) }
/** Looks after closed companies as if so many days had passed. */
const finishAfter = (days: number) =>
  finishAllClosings({ ...server.services, now: () => new Date(Date.now() + days * day) }, { inc: () => undefined })

test('the owner alone closes the company, by its name and a confirmation that it is they', async () => {
  const owner = await server.registerCompany(company)
  const admin = await addMember(server, owner, 'admin')
  for (const call of [close, reopen]) expect((await call(admin)).status).toBe(403)
  const wrong = await close(owner, 'Harrow')
  expect({ status: wrong.status, ...(await wrong.json()) }).toMatchObject({ status: 400, code: 'company-name-differs' })
  await withSuperuser(server.database.url, (client) =>
    client.query("update session set proved_at = now() - interval '1 hour' where user_id = $1", [owner.user.userId]),
  )
  expect(await (await close(owner)).json()).toMatchObject({ code: 'password-needed' })
  await server.call(paths.confirm, { token: owner.token, body: { password: owner.password } })
  const { eraseAt } = await (await close(owner, ' harrow &  PIKE ')).json()
  expect(Math.round((Date.parse(eraseAt) - Date.now()) / day)).toBe(30)
  expect(await (await close(owner)).json()).toEqual({ eraseAt })
  const audit = await (await server.call(paths.audit, { token: owner.token })).json()
  expect(audit.entries).toContainEqual(expect.objectContaining({ kind: 'key-changed', detail: 'company-closed' }))
})

test('what a page reads of the company says as of which event it is, so that the page knows what it has missed', async () => {
  const owner = await server.registerCompany(company)
  const head = async () => (await (await server.call(paths.ledger, { token: owner.token })).json()).seq
  const [before, opened] = [await head(), await meOf(owner)]
  expect(opened.seq).toBeLessThanOrEqual(before)
  await expect.poll(async () => (await meOf(owner)).seq).toBe(before)
  expect((await close(owner)).status).toBe(200)
  await expect.poll(() => meOf(owner)).toMatchObject({ seq: await head(), company: { closing: {} } })
  expect(await head()).toBeGreaterThan(before)
})

test('a closed company is read-only for everybody: reads, exports and evidence work, feeds stop, other companies go on', async () => {
  const owner = await server.registerCompany(company)
  const team = await addMember(server, owner, 'team')
  const other = await server.registerCompany()
  const { jobId, taskId } = await createJob(server, owner)
  const feedOf = async (body: object | undefined) =>
    (await server.call(paths.calendarFeed, { token: owner.token, ...(body ? { body } : {}) })).json()
  const { feed } = await feedOf({ visits: 'all' })
  expect((await server.call(feed.path)).status).toBe(200)
  const done = command('AddNote', { jobId, noteId: uuid(), note: 'Knocked' })
  await sendCommands(server, team, done)
  const device = await listen(server, team)
  expect((await close(owner)).status).toBe(200)

  await device.pushed(({ rows }) => rows.some((row) => 'closing' in row && row.closing !== undefined))
  device.close()
  const [again, ...refused] = await sendCommands(
    server,
    team,
    done,
    command('AddNote', { jobId, noteId: uuid(), note: 'Knocked again' }),
    command('CycleTask', { jobId, taskId, from: 'not completed' }),
  )
  expect(again).toMatchObject({ status: 'accepted' })
  for (const result of refused) expect(result).toMatchObject({ status: 'refused', ...readOnly })
  const person = { username: 'grace', email: 'grace@example.com', role: 'team', companyId: owner.user.companyId }
  const writes = [
    upload(server, owner, jobId, { files: [{ bytes: await smallPhoto() }] }),
    server.call(paths.addTeamMember, { token: owner.token, body: person }),
    server.call(paths.calendarFeed, { token: owner.token, body: { visits: 'mine' } }),
    server.call(pathTo(paths.startImport, { importId: uuid() }), { method: 'POST', token: owner.token }),
    server.call(paths.createSubscription, {
      token: owner.token,
      body: { tier: 4, companyId: owner.user.companyId },
    }),
  ]
  for (const answer of await Promise.all(writes))
    expect({ status: answer.status, ...(await answer.json()) }).toMatchObject({ status: 409, ...readOnly })
  expect((await server.call(feed.path)).status).toBe(404)
  const reads = [
    paths.jobs,
    pathTo(paths.job, { jobId }),
    paths.exportJobs,
    `${paths.exportHistory}?format=json`,
    `${pathTo(paths.jobEvidence, { jobId })}?format=json`,
    pathTo(paths.jobProof, { jobId }),
  ]
  for (const path of reads) expect((await server.call(path, { token: owner.token })).status).toBe(200)
  expect((await meOf(team)).company.closing).toEqual({
    closedAt: expect.any(String),
    eraseAt: expect.any(String),
  })
  await createJob(server, other)
})

test('one call of the owner reopens it, and everything works again', async () => {
  const owner = await server.registerCompany(company)
  const other = await server.registerCompany(company)
  await close(owner)
  expect((await reopen(other)).status).toBe(200)
  await expect.poll(async () => (await meOf(owner)).company.closing).toBeDefined()
  expect((await reopen(owner)).status).toBe(200)
  expect((await reopen(owner)).status).toBe(200)
  await createJob(server, owner)
  await expect.poll(async () => (await meOf(owner)).company.closing).toBeUndefined()
  await finishAfter(40)
  await createJob(server, owner)
})

test('nobody joins it by an invitation from before; once it is open again the link works, and passwords can be reset all along', async () => {
  const owner = await server.registerCompany(company)
  const calls = callsOf(server, mailbox)
  const tom = await calls.joined(owner)
  const { link } = await calls.invited(owner)
  await close(owner)
  const refused = await calls.accept(link.token)
  expect({ status: refused.status, ...(await refused.json()) }).toMatchObject({ status: 409, ...readOnly })
  await calls.forgot(tom.user.email)
  const reset = await mailbox.letterAbout(tom.user.email, 'Choose a new Fettle password')
  expect((await calls.reset(linkIn(reset.text).token)).status).toBe(200)
  await reopen(owner)
  expect((await calls.accept(link.token)).status).toBe(200)
})

test('its plan is not renewed, once the card provider can be asked', async () => {
  const owner = await server.registerCompany(company)
  const billing = billingOf(server)
  await billing.confirm(owner, (await billing.buy(owner)).sessionId)
  await expect.poll(async () => (await meOf(owner)).company.office.standing).toBe('active')
  await close(owner)
  await finishAfter(0)
  await expect.poll(async () => (await meOf(owner)).company.office.standing).toBe('cancelled')
})

test('its owners are told at once, and once more three days before the end unless it was reopened', async () => {
  const [owner, reopened] = [await server.registerCompany(company), await server.registerCompany(company)]
  for (const one of [owner, reopened]) await close(one)
  const letter = await mailbox.letterAbout(owner.user.email, 'Harrow & Pike was closed at Fettle')
  expect(letter.text).toContain('It can be read, but no longer changed, until ')
  expect((await reopen(reopened)).status).toBe(200)
  await finishAfter(26)
  await Promise.all([finishAfter(28), finishAfter(28), finishAfter(29)])
  await mailbox.letterAbout(owner.user.email, 'Harrow & Pike will be erased at Fettle in 3 days')
  const waiting = () =>
    withSuperuser(
      server.database.url,
      async (client) => (await client.query("select from mail where kind = 'company-ending'")).rowCount,
    )
  await expect.poll(waiting).toBe(0)
  const told = mailbox.letters.filter((one) => one.subject.endsWith('in 3 days')).flatMap((one) => one.to)
  expect(told.filter((to) => [owner, reopened].some(({ user }) => user.email === to))).toEqual([owner.user.email])
})

test('what the owner may do by law while it is closed: erase a text, remove a person', async () => {
  const owner = await server.registerCompany(company)
  const tom = await addMember(server, owner, 'team')
  const { seq } = await createJob(server, owner, { apartmentName: 'Quillfeather House' })
  await close(owner)
  const body = { erasureId: uuid(), events: [{ seq, texts: ['apartmentName'] }], reason: 'They asked' }
  expect((await server.call(paths.erasures, { token: owner.token, body })).status).toBe(200)
  await accepted(server, owner, 'RemoveMember', { userId: tom.user.userId })
  const answer = await server.call(pathTo(paths.memberErasure, { userId: tom.user.userId }), {
    token: owner.token,
    body: { reason: 'They asked' },
  })
  expect(answer.status).toBe(200)
})
