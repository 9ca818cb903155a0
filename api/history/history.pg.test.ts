import { createHash } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { historyKinds } from '#core/history/kinds.ts'
import { addDays, wallClock } from '#core/time/wall-clock.ts'
import { type CompanyHistoryAnswer, companyHistoryAnswer, eventAnswer } from '#core/wire/history.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { connect } from '#ledger/database/connect.ts'
import { billingOf } from '#test/server/billing.ts'
import { accepted, command, createJob, sendCommands } from '#test/server/commands.ts'
import { draftImport } from '#test/server/import-files.ts'
import { addMember } from '#test/server/people.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
let dana: SignedInTest
let priya: SignedInTest
let tom: SignedInTest
let stranger: SignedInTest
let marlowe: Awaited<ReturnType<typeof createJob>>
let sutler: Awaited<ReturnType<typeof createJob>>
let latest = 0

const ask = (query: string, person = dana) => server.call(`${paths.history}?${query}`, { token: person.token })
async function read(query = '', person = dana): Promise<CompanyHistoryAnswer> {
  const answer = await ask(`after=${latest}&${query}`, person)
  expect(answer.status).toBe(200)
  const body: CompanyHistoryAnswer = await answer.json()
  expect(companyHistoryAnswer.safeParse(body)).toEqual({ success: true, data: body })
  return body
}
/** All pages, one after the other. */
async function readAll(query = '', person = dana) {
  const entries = []
  let next: number | undefined
  do {
    const page: CompanyHistoryAnswer = await read(`${query}${next === undefined ? '' : `&before=${next}`}`, person)
    entries.push(...page.entries)
    next = page.next
  } while (next !== undefined)
  return entries
}
const sentences = (entries: CompanyHistoryAnswer['entries']) => entries.map((one) => one.sentence)

beforeAll(async () => {
  server = await startServer()
  dana = await server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
  priya = await addMember(server, dana, 'admin', 'priya.nair')
  tom = await addMember(server, dana, 'team', 'tom.okafor')
  stranger = await server.registerCompany({ businessName: 'Canary & Sons', username: 'canary.owner' })
  await createJob(server, stranger, { apartmentName: 'Canary Wharf' })
  const [task, other] = [
    { taskId: uuid(), description: 'Rehang bathroom door', price: 11_000 },
    { taskId: uuid(), description: 'Reseal the bath' },
  ]
  marlowe = { ...(await createJob(server, dana, { apartmentName: '14 Marlowe Court', tasks: [task] })), ...task }
  sutler = { ...(await createJob(server, priya, { apartmentName: '9 Sutler Street', tasks: [other] })), ...other }
  await accepted(server, dana, 'PriceTask', { jobId: marlowe.jobId, taskId: task.taskId, price: 13_500 })
  await accepted(server, tom, 'CycleTask', { jobId: marlowe.jobId, taskId: task.taskId, from: 'not completed' })
  const part = { partId: uuid(), name: 'Shower tray', jobId: String(sutler.number), purchaseDate: '2026-11-16' }
  await accepted(server, dana, 'AddPart', { ...part, expectedDelivery: '2026-11-20' })
  await accepted(server, dana, 'DeletePart', { partId: part.partId })
  await accepted(server, tom, 'AddTodo', { userId: tom.user.userId, todoId: uuid(), text: 'Private to-do' })
  const noted = await accepted(server, priya, 'AddNote', { jobId: sutler.jobId, noteId: uuid(), note: 'Keys, =1+1' })
  latest = noted.seq
})
afterAll(() => server.close())

test('everything but to-dos is in the history, newest first, with author, changes, job, site and hash', async () => {
  const entries = await readAll()
  const seqs = entries.map((one) => one.seq)
  expect(seqs).toEqual(seqs.toSorted((one, other) => other - one))
  expect(JSON.stringify(entries)).not.toMatch(/Private to-do|Canary/)
  const [noted, deleted] = entries
  expect(noted).toMatchObject({
    sentence: 'added a comment',
    actorId: priya.user.userId,
    actorRole: 'admin',
    by: 'person',
  })
  expect(noted?.place).toEqual({ jobId: sutler.jobId, jobRef: '00002', apartmentName: '9 Sutler Street' })
  expect(deleted).toMatchObject({ sentence: 'deleted the part: Shower tray', place: { jobRef: '00002' } })
  const became = entries.find((one) => one.type === 'JobStatusChanged')
  expect(became).toMatchObject({
    by: 'fettle',
    why: 'all tasks completed',
    changes: [{ from: 'pending', to: 'completed' }],
  })
  const priced = entries.filter((one) => one.type === 'TaskPriced')
  expect(priced[0]).toMatchObject({
    sentence: 'changed a price: Rehang bathroom door',
    changes: [{ field: 'price', from: 11_000, to: 13_500 }],
  })
  const owner = connect(server.database.url, undefined, { max: 1 })
  const { rows } = await owner.query(
    `select encode(hash, 'hex') hash from event where company_id = $1 and stream <> 'todo' order by seq desc`,
    [dana.user.companyId],
  )
  await owner.end()
  expect(entries.map((one) => one.hash)).toEqual(rows.map((one) => one.hash))
})

test('people, kinds, sites, days and words each filter the history', async () => {
  const all = await readAll()
  const same = async (query: string, wanted: (one: (typeof all)[number]) => boolean) => {
    const expected = all.filter(wanted)
    // Described as in the whole list, even when a job's other events are not on the page.
    expect(await readAll(query)).toEqual(expected)
    return expected.length
  }
  const by = (...people: SignedInTest[]) => people.map((one) => `person=${one.user.userId}`).join('&')
  expect(await same(by(tom), (one) => one.actorId === tom.user.userId)).toBeGreaterThan(1)
  await same(by(tom, priya), (one) => [tom, priya].some(({ user }) => one.actorId === user.userId))
  expect(await same('person=fettle', (one) => one.by === 'fettle')).toBe(1)
  expect(await same('person=stripe', (one) => one.by === 'stripe')).toBe(0)
  for (const kind of historyKinds) await same(`kind=${kind}`, (one) => one.kind === kind)
  await same('kind=money&kind=parts', (one) => one.kind === 'money' || one.kind === 'parts')
  await same(`kind=money&${by(dana)}`, (one) => one.kind === 'money' && one.actorId === dana.user.userId)
  await same('kind=status&person=fettle', (one) => one.type === 'JobStatusChanged')
  const atSutler = await same('site=9+Sutler+Street', (one) => one.place?.jobRef === '00002')
  expect(atSutler).toBeGreaterThan(3)
  await same('site=9+Sutler+Street&site=14+Marlowe+Court', (one) => one.place !== undefined)
  await same('site=9+Sutler+Street&kind=notes', (one) => one.kind === 'notes')
  await same(
    `site=9+Sutler+Street&${by(priya)}`,
    (one) => one.place?.jobRef === '00002' && one.actorId === priya.user.userId,
  )
  expect(await same('site=Nowhere', () => false)).toBe(0)
  const today = wallClock(new Date().toISOString(), 'Europe/London').day
  await same(`from=${addDays(today, -1)}&to=${today}`, () => true)
  await same(`from=${addDays(today, 1)}`, () => false)
  await same(`to=${addDays(today, -2)}`, () => false)
  await same('from=0001-01-01&to=9999-12-31', () => true)
  await same('search=135.00', (one) => one.type === 'TaskPriced' && one.changes.some(({ to }) => to === 13_500))
  await same('search=shower', (one) => one.kind === 'parts')
  await same('search=REHANG', (one) => JSON.stringify(one).includes('Rehang'))
  await same('search=00002', (one) => one.place?.jobRef === '00002')
  await same('search=tom.okafor', (one) => one.actorId === tom.user.userId && one.by === 'person')
  await same('search=nothing+like+it', () => false)
})

test('pages have no gap or repeat while more is recorded, and newer events can be requested', async () => {
  for (let more = 0; more < 70; more += 1)
    latest = (await accepted(server, priya, 'AddNote', { jobId: sutler.jobId, noteId: uuid(), note: `${more}` })).seq
  const before = await readAll()
  const first = await read()
  expect(first.entries).toHaveLength(50)
  expect(first.seq).toBe(latest)
  latest = (await accepted(server, dana, 'AddNote', { jobId: sutler.jobId, noteId: uuid(), note: 'Meanwhile' })).seq
  const second = await readAll(`before=${first.next}`)
  expect([...first.entries, ...second].map((one) => one.seq)).toEqual(before.map((one) => one.seq))
  const since = await read(`since=${first.entries[0]?.seq}`)
  expect(since.entries.map((one) => one.changes[0]?.to)).toEqual(['Meanwhile'])
})

test('the history is for the office: the team is refused, and each company sees its own', async () => {
  const seq = (await read()).entries[0]?.seq ?? 0
  for (const path of [
    paths.history,
    `${paths.exportHistory}?format=csv`,
    pathTo(paths.historyEvent, { seq: `${seq}` }),
  ]) {
    const answer = await server.call(path, { token: tom.token })
    expect([path, answer.status]).toEqual([path, 403])
  }
  const theirs = await read('', stranger)
  expect(theirs.entries.every((one) => one.place?.apartmentName !== '9 Sutler Street')).toBe(true)
  expect((await read(`site=9+Sutler+Street`, stranger)).entries).toEqual([])
  expect((await read(`person=${dana.user.userId}`, stranger)).entries).toEqual([])
})

test.each(['kind=nonsense', 'person=somebody', 'from=yesterday', 'before=-1', 'page=2', `search=${'x'.repeat(201)}`])(
  '%s is refused',
  async (query) => expect((await ask(query)).status).toBe(400),
)

test('an event is returned with its neighbours in the chain, its cause and the rest of its command', async () => {
  const happenedAt = new Date(Date.now() - 7_200_000).toISOString()
  const { jobId, taskId } = sutler
  const [done, noted] = await sendCommands(
    server,
    tom,
    command('CycleTask', { jobId, taskId, from: 'not completed' }, { happenedAt }),
    command('AddNote', { jobId, noteId: uuid(), note: 'Done' }, { happenedAt }),
  )
  latest = noted?.seq ?? 0
  const causedSeq = done?.seq ?? 0
  const event = async (seq: number) => {
    const answer = await server.call(pathTo(paths.historyEvent, { seq: `${seq}` }), { token: dana.token })
    expect(answer.status).toBe(200)
    const body = await answer.json()
    expect(eventAnswer.safeParse(body)).toEqual({ success: true, data: body })
    return body
  }
  const became = await event(causedSeq)
  const cause = await event(causedSeq - 1)
  expect(became).toMatchObject({ entry: { why: 'all tasks completed' }, cause: { seq: causedSeq - 1 }, caused: [] })
  expect(cause.caused).toMatchObject([{ seq: causedSeq }])
  expect(cause.sentWith).toEqual([{ kind: 'notes', count: 1 }])
  expect(cause.nextHash).toBe(became.entry.hash)
  expect(became.previousHash).toBe(cause.entry.hash)
  expect((await event(1)).previousHash).toBe('0'.repeat(64))
  expect((await event(latest)).nextHash).toBeUndefined()
  const missing = await server.call(pathTo(paths.historyEvent, { seq: '999999' }), { token: dana.token })
  expect(missing.status).toBe(404)
})

test('an import names its file, and a plan its provider', async () => {
  const draft = await draftImport(server, priya, 'Address,Work Order\n1 Import Row,WO-77\n')
  await server.call(pathTo(paths.startImport, { importId: draft.importId }), { token: priya.token, method: 'POST' })
  await expect
    .poll(async () => (await read('search=1+Import+Row')).entries[0])
    .toMatchObject({ importedFrom: 'orders.csv', actorId: priya.user.userId })
  const billing = billingOf(server)
  expect((await billing.confirm(dana, (await billing.buy(dana)).sessionId)).status).toBe(200)
  await expect.poll(async () => sentences((await read('person=stripe')).entries)).toContain('started a plan')
})

test('an export is the list, each line with its place in the chain, and no formula', async () => {
  const entries = await readAll('kind=notes&kind=money')
  const csv = await server.call(`${paths.exportHistory}?format=csv&kind=notes&kind=money`, { token: dana.token })
  expect(csv.headers.get('content-disposition')).toMatch(/fettle-history-.*\.csv/)
  const rows: Record<string, string>[] = parse(await csv.text(), { columns: true, bom: true })
  expect(rows.map((row) => [Number(row.Event), row.Hash])).toEqual(entries.map((one) => [one.seq, one.hash]))
  expect(rows.find((row) => row.Changes?.includes('Keys'))?.Changes).toBe("note: - → Keys, '=1+1")

  const json = await server.call(`${paths.exportHistory}?format=json`, { token: dana.token })
  const file: { companyId: string; events: Exported[] } = await json.json()
  expect(file.events.map((one) => one.seq)).toEqual((await readAll()).map((one) => one.seq))
  for (const event of file.events) expect(hashOf(file.companyId, event)).toBe(event.hash)
  expect(JSON.stringify(file)).not.toMatch(/Private to-do|Canary/)
})

test('the history of a site has the recurring work there', async () => {
  const [siteId, elsewhere, recurringId] = [uuid(), uuid(), uuid()]
  await accepted(server, dana, 'AddSite', { siteId, name: 'Orchard Row' })
  await accepted(server, dana, 'AddSite', { siteId: elsewhere, name: 'Orchard End' })
  const first = addDays(wallClock(new Date().toISOString(), 'Europe/London').day, 30)
  const rule = { repeats: 'weekly', every: 1, on: ['MO'], first }
  const form = { title: 'Gutters', rule, holidays: 'keep the date', leadDays: 0, tasks: [{ description: 'Clear' }] }
  await accepted(server, dana, 'SetUpRecurringWork', { recurringId, siteId, ...form })
  await accepted(server, dana, 'SetUpRecurringWork', { recurringId: uuid(), siteId: elsewhere, ...form })
  latest = (await accepted(server, dana, 'PauseRecurringWork', { recurringId })).seq
  const types = async (query: string) => (await readAll(query)).map((one) => one.type)
  expect(await types('site=Orchard+Row')).toEqual(['RecurringWorkPaused', 'RecurringWorkSetUp', 'SiteAdded'])
  expect(await types('site=Orchard+End')).toEqual(['RecurringWorkSetUp', 'SiteAdded'])
})

type Exported = Record<string, unknown> &
  Record<'previousHash' | 'digest' | 'hash' | 'happenedAt' | 'recordedAt', string> & { seq: number }

/** Computes the hash from the file alone, as anyone could. */
function hashOf(companyId: string, one: Exported) {
  const fields = [
    ...[companyId, one.seq, one.stream, one.streamId, one.version, one.type, one.schema, one.number ?? ''],
    ...[one.actorId ?? '', one.actorRole, Date.parse(one.happenedAt), Date.parse(one.recordedAt), one.clock],
    ...[one.commandId, one.ordinal],
  ].join('|')
  const [previous, digest] = [one.previousHash, one.digest].map((hex) => Buffer.from(hex, 'hex'))
  return createHash('sha256')
    .update(previous ?? '')
    .update(fields)
    .update(digest ?? '')
    .digest('hex')
}
