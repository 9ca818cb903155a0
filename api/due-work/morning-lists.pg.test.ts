import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEmailWriter } from '#api/mail/write-email.ts'
import { morningAfter } from '#core/deadlines/morning-list.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { waitingForLock } from '#test/database/waiting-sessions.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { withSuperuser } from '#test/server/erasures.ts'
import { type Mailbox, openMailbox } from '#test/server/mailbox.ts'
import { addMember } from '#test/server/people.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'
import { doWhatIsDue } from './due-work.ts'
import { morningLists } from './morning-lists.ts'

let mailbox: Mailbox
let server: TestServer
/** Another process on the same database. */
let other: TestServer
let olga: SignedInTest
let ann: SignedInTest
let tom: SignedInTest
let jobId: string
beforeAll(async () => {
  mailbox = await openMailbox()
  const settings = { mail: mailbox.settings, publicUrl: 'https://fettle.example.com' }
  server = await startServer(settings)
  other = await startServer(settings, { database: server.database, projector: false })
  olga = await server.registerCompany({ businessName: 'Harrow & Pike' })
  ann = await addMember(server, olga, 'admin', 'ann.reid')
  tom = await addMember(server, olga, 'team', 'tom.okafor')
})
afterAll(async () => {
  await other?.close()
  await server?.close()
  await mailbox?.close()
})

const days = { zone: 'Europe/London', holidays: 'england-and-wales' } as const
const hours = (count: number, from = new Date()) => new Date(from.getTime() + count * 3_600_000)
const signal = new AbortController().signal
/** Just after the time at which the next list is due. */
const nextMorning = (from = new Date()) => hours(0.01, new Date(morningAfter(from.toISOString(), days)))
const set = ({ token }: SignedInTest, isOn: boolean) =>
  server.call(paths.morningList, { method: 'PUT', token, body: { isOn } })
const lettersTo = ({ user }: SignedInTest) =>
  mailbox.letters.filter(({ to, subject }) => to.includes(user.email) && subject.startsWith('Deadlines at'))
/** Everything that was queued has been sent or dropped. */
const allSent = () =>
  expect.poll(async () => (await server.services.authPool.query('select from mail')).rowCount).toBe(0)
const dueTimes = () =>
  withSuperuser(server.database.url, async (client) => {
    const { rows } = await client.query<{ due_at: string }>('select due_at from morning_list order by due_at')
    return rows.map((one) => new Date(one.due_at).toISOString())
  })

test('whoever of the office wants the list gets it once a morning, however many processes look', async () => {
  expect(await (await server.call(paths.morningList, { token: olga.token })).json()).toEqual({
    isOn: false,
    isOffered: true,
  })
  for (const person of [olga, ann, ann]) expect((await (await set(person, true)).json()).isOn).toBe(true)
  expect((await set(tom, true)).status).toBe(403)
  const morning = nextMorning()
  const look = ({ services }: TestServer, now = morning) =>
    doWhatIsDue(morningLists(services), { ...services, now: () => now }, signal)

  // Nothing is due: no mail.
  await Promise.all([look(server), look(other), look(server)])
  await allSent()
  expect([lettersTo(olga), lettersTo(ann)]).toEqual([[], []])

  jobId = (await createJob(server, olga, { apartmentName: '18 Beacon Terrace' })).jobId
  const report = { reportedBy: 'Joan Pickles', reportedHow: 'phone', words: 'Exposed wiring' }
  const hazard = { hazard: 'electrical', severity: 'emergency', awareAt: hours(-30).toISOString() }
  const { seq } = await accepted(server, olga, 'RecordHazard', {
    ...{ jobId, dutyId: uuid(), law: 'england-social' },
    ...hazard,
    ...report,
  })
  await server.call(`${paths.deadlines}?after=${seq}`, { token: olga.token })
  const second = nextMorning(morning)
  await Promise.all([look(other, second), look(server, second), look(other, second), look(server, second)])
  await look(server, hours(2, second))
  await allSent()
  expect([lettersTo(olga).length, lettersTo(ann).length, lettersTo(tom).length]).toEqual([1, 1, 0])
  const [{ subject, text } = { subject: '', text: '' }] = lettersTo(ann)
  expect(subject).toMatch(/^Deadlines at Harrow & Pike: \d late/)
  expect(text).toContain(`https://fettle.example.com/job/${jobId}#deadlines`)
  expect(text).not.toContain('Joan Pickles')
  expect(await dueTimes()).toEqual([0, 0].map(() => morningAfter(second.toISOString(), days)))
})

test('a process that is killed between the time of the next list and the mail leaves neither', async () => {
  const before = await dueTimes()
  const morning = hours(0.01, new Date(before[0] ?? ''))
  const { companyId } = olga.user
  const work = morningLists(other.services)
  await withSuperuser(server.database.url, async (client) => {
    await client.query('begin')
    await client.query('lock table mail in share mode')
    const killed = expect(work.carryOut(companyId, morning, signal)).rejects.toThrow()
    const adding = 'insert into "mail"'
    await expect.poll(() => waitingForLock(client, adding)).toBe(1)
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and strpos(query, $1) > 0`,
      [adding],
    )
    await killed
    await client.query('rollback')
  })
  expect(await dueTimes()).toEqual(before)
  await Promise.all([work, morningLists(server.services)].map((one) => one.carryOut(companyId, morning, signal)))
  await allSent()
  expect([lettersTo(olga).length, lettersTo(ann).length]).toEqual([2, 2])
})

test('a list is not written on another day, to somebody who turned it off, or to the team; at night and at weekends none is queued', async () => {
  const at = new Date()
  const write = (person: SignedInTest, createdAt = at) =>
    createEmailWriter({ ...server.services, now: () => at })({
      ...{ mailId: uuid(), kind: 'morning-list', recipient: person.user.email, createdAt, tries: 1 },
    })
  expect((await write(olga))?.subject).toMatch(/^Deadlines at/)
  expect(await write(olga, hours(-24, at))).toBeUndefined()
  // The night after a morning on which no process ran.
  const [due = ''] = await dueTimes()
  const night = hours(20, new Date(due))
  await morningLists(server.services).carryOut(olga.user.companyId, night, signal)
  expect(await dueTimes()).toEqual([0, 0].map(() => morningAfter(night.toISOString(), days)))
  await allSent()
  expect(lettersTo(olga)).toHaveLength(2)
  expect(await (await set(olga, false)).json()).toEqual({ isOn: false, isOffered: true })
  expect(await write(olga)).toBeUndefined()
  await accepted(server, olga, 'ChangeRole', { userId: ann.user.userId, userRole: 'team' })
  expect(await write(ann)).toBeUndefined()
  // It goes with its person.
  await accepted(server, olga, 'RemoveMember', { userId: ann.user.userId })
  const erasure = pathTo(paths.memberErasure, { userId: ann.user.userId })
  expect((await server.call(erasure, { token: olga.token, body: { reason: 'Asked for' } })).status).toBe(200)
  expect(await dueTimes()).toEqual([])
})
