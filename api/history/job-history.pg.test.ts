import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { erasuresIn, type HistoryEntry, historyOf } from '#core/history/history.ts'
import { forTeam } from '#core/ledger/ledger.ts'
import { type JobHistoryAnswer, jobHistoryAnswer, mostInPage } from '#core/wire/history.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { connect } from '#ledger/database/connect.ts'
import { readErasures, readStream } from '#ledger/log/read.ts'
import { sampleHistory, storeEvents } from '#test/histories/stored-history.ts'
import { accepted, command, createJob, sendCommands } from '#test/server/commands.ts'
import { erasableWith, erasureOf } from '#test/server/erasures.ts'
import { addMember } from '#test/server/people.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'
import { readJobHistory } from './job-history.ts'
import { boundsOfPage } from './job-page-bounds.ts'

let server: TestServer
let olga: SignedInTest
let tom: SignedInTest
let jobId: string
beforeAll(async () => {
  server = await startServer()
  olga = await server.registerCompany()
  tom = await addMember(server, olga, 'team', 'tom.okafor')
  jobId = await busyJob()
})
afterAll(() => server.close())

/** A job with changes of every sort that need earlier ones to be told, corrected and erased later. */
async function busyJob() {
  const [deleted, kept, jobBookingId] = [uuid(), uuid(), uuid()]
  const tasks = [deleted, kept].map((taskId, at) => ({ taskId, description: `Task ${at}`, price: 1_000 }))
  const { jobId: made } = await createJob(server, olga, { tasks, workOrder: 'WO-1' })
  const ofJob = (type: string, data: object) => command(type, { jobId: made, ...data })
  const gone = uuid()
  const send = (person: SignedInTest, ...commands: ReturnType<typeof command>[]) =>
    sendCommands(server, person, ...commands).then((results) =>
      expect(results.map(({ status }) => status)).toEqual(commands.map(() => 'accepted')),
    )
  await send(
    tom,
    ofJob('AddNote', { noteId: gone, note: 'Mrs Pym is away' }),
    ofJob('AddNote', { noteId: uuid(), note: 'Rang twice' }),
    ofJob('CycleTask', { taskId: kept, from: 'not completed' }),
    ofJob('SetNextVisit', { nextVisitHours: 2, nextVisitPeople: 1 }),
  )
  const jobStart = '2026-12-01T09:00:00.000Z'
  const visit = {
    jobBookingId,
    jobStart,
    jobEnd: '2026-12-01T10:00:00.000Z',
    access: '',
    assignedTo: [tom.user.userId],
  }
  await send(
    olga,
    ofJob('DescribeTask', { taskId: deleted, description: 'Task renamed', from: 'Task 0' }),
    ofJob('PriceTask', { taskId: deleted, price: 2_000 }),
    ofJob('ScheduleJob', visit),
    ofJob('EditJob', { apartmentName: '13 High Street', workOrder: 'WO-2', from: { apartmentName: '12 High Street' } }),
    ofJob('DeleteBooking', { jobBookingId }),
    ofJob('PriceTask', { taskId: kept, price: 3_000 }),
    ofJob('DeleteTask', { taskId: deleted }),
    ofJob('CorrectTime', { version: 4, happenedAt: '2026-11-19T08:00:00.000Z', reason: 'Written the day after' }),
  )
  await send(tom, ofJob('DeleteNote', { noteId: gone }), ofJob('ChangeWarning', { warning: 'no access' }))
  const [said] = (await readStream(server.services.ledgerPool, olga.user.companyId, made)).filter(
    ({ type }) => type === 'NoteAdded',
  )
  const { texts } = await erasableWith(server, olga, said?.seq ?? 0)
  const erased = await server.call(paths.erasures, { token: olga.token, body: erasureOf(texts) })
  expect(erased.status).toBe(200)
  return made
}

async function read(query: Record<string, number> = {}, { token } = olga, of = jobId): Promise<JobHistoryAnswer> {
  const asked = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  const answer = await server.call(`${pathTo(paths.jobHistory, { jobId: of })}?${asked}`, { token })
  const body: JobHistoryAnswer = await answer.json()
  expect([answer.status, answer.status === 200 ? undefined : body]).toEqual([200, undefined])
  expect(jobHistoryAnswer.safeParse(body).error).toBeUndefined()
  return body
}

/** The pages from the newest to the oldest. */
async function pages(limit: number, person = olga, of = jobId) {
  const all = [await read({ limit }, person, of)]
  for (let next = all[0]?.next; next !== undefined; next = all.at(-1)?.next)
    all.push(await read({ limit, before: next }, person, of))
  return all
}

test.each(['office', 'team'] as const)(
  'pages of any length tell the %s what the whole history tells',
  async (audience) => {
    const { companyId } = olga.user
    const pool = server.services.ledgerPool
    const stored = await readStream(pool, companyId, jobId)
    const seen = audience === 'office' ? stored : forTeam(stored)
    const whole = historyOf(seen, audience === 'office' ? erasuresIn(await readErasures(pool, companyId)) : undefined)
    const person = audience === 'office' ? olga : tom
    for (const limit of [1, 2, 3, 5, 500]) {
      const found = await pages(limit, person)
      const plain = JSON.parse(JSON.stringify(whole))
      expect(found.flatMap(({ entries }) => entries)).toEqual(plain)
      expect(found.toReversed().flatMap(({ events }) => events)).toEqual(JSON.parse(JSON.stringify(seen)))
      for (const { count, began, lastVersion } of found)
        expect([count, began, lastVersion]).toEqual([whole.length, stored[0]?.recordedAt, whole[0]?.version])
      // No command is in two pages.
      const commands = found.map(({ entries }) => new Set(entries.map(({ commandId }) => commandId)))
      expect(commands.reduce((sum, one) => sum + one.size, 0)).toBe(new Set(commands.flatMap((one) => [...one])).size)
    }
    expect((await read({}, person)).entries).toHaveLength(whole.length)
  },
)

test('of any job, pages of any length tell what its whole history tells', async () => {
  const owner = connect(server.database.url, undefined, { max: 1, queryTimeout: 60_000 })
  const pool = server.services.ledgerPool
  let jobs = 0
  for (const seed of [71, 72]) {
    const events = sampleHistory(seed, 250)
    await storeEvents(owner, events)
    const ofJobs = Map.groupBy(
      events.filter(({ stream }) => stream === 'job'),
      ({ streamId }) => streamId,
    )
    for (const [streamId, ofJob] of ofJobs)
      for (const audience of ['office', 'team'] as const) {
        const { companyId = '' } = ofJob[0] ?? {}
        // They are stored with ordinals of their own.
        const stored = ofJob.map((event) => ({ ...event, ordinal: event.seq }))
        const erasures = erasuresIn(await readErasures(pool, companyId))
        const whole = audience === 'office' ? historyOf(stored, erasures) : historyOf(forTeam(stored))
        const told: HistoryEntry[] = []
        for (let next: number | undefined, limit = 1; limit === 1 || next !== undefined; limit = (limit % 7) + 2) {
          const page = await readJobHistory(pool, companyId, audience, streamId, { limit, before: next })
          // A server that is slow to get here records deadlines that were missed.
          told.push(...(page?.entries ?? []).filter(({ seq }) => seq <= events.length))
          next = page?.next
        }
        expect(told).toEqual(whole)
        jobs += 1
      }
  }
  expect(jobs).toBeGreaterThan(4)
  await owner.end()
})

test('a page ends with the change that has a version, or begins after a seq', async () => {
  const whole = await read()
  const [newest] = whole.entries
  const first = whole.entries.at(-1)
  const created = whole.entries.filter(({ commandId }) => commandId === first?.commandId)
  expect(created.length).toBeGreaterThan(2)
  const atCreation = await read({ until: 2, limit: 1 })
  expect(atCreation.entries).toEqual(created)
  expect([atCreation.later, atCreation.newer]).toEqual([whole.count - created.length, (created[0]?.version ?? 0) + 1])
  expect(atCreation.next).toBeUndefined()
  // The team does not see the price, and gets the change before it.
  const priced = whole.entries.find(({ type }) => type === 'TaskPriced')
  const before = await read({ until: priced?.version ?? 0, limit: 1 }, tom)
  expect(before.entries[0]?.version).toBeLessThan(priced?.version ?? 0)
  expect(await read({ since: newest?.seq ?? 0 })).toMatchObject({ entries: [], events: [], count: whole.count })
  const { seq } = await accepted(server, tom, 'AddNote', { jobId, noteId: uuid(), note: 'Again nobody' })
  expect((await read({ since: newest?.seq ?? 0 })).entries.map((one) => one.seq)).toEqual([seq])
})

test('a page is bounded in events and in bytes, whatever is asked for', async () => {
  const { jobId: long } = await createJob(server, olga)
  const noteIds = Array.from({ length: 540 }, () => uuid())
  const note = 'x'.repeat(200)
  for (let at = 0; at < noteIds.length; at += 90)
    await sendCommands(
      server,
      olga,
      ...noteIds.slice(at, at + 90).map((noteId) => command('AddNote', { jobId: long, noteId, note })),
    )
  const [newest, rest] = await pages(mostInPage.events, olga, long)
  expect([newest?.entries.length, rest?.entries.length, newest?.count]).toEqual([500, 41, 541])
  const whole = await read({}, olga, long)
  expect(whole.next).toBe(newest?.next)
  const asked = await server.call(`${pathTo(paths.jobHistory, { jobId: long })}?limit=501`, { token: olga.token })
  expect(asked.status).toBe(400)
  const big = Array.from({ length: 100 }, (_, at) => ({
    seq: 100 - at,
    version: 100 - at,
    commandId: 'c',
    bytes: 50_000,
  }))
  expect(boundsOfPage(big, 99)).toEqual({ last: 100, commandId: 'c', isMore: true })
  const [first] = big
  expect(boundsOfPage(first ? [{ ...first, bytes: 900_000 }] : [], 99)?.isMore).toBe(false)
})
