import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PartsAnswer } from '#core/wire/parts.ts'
import { accepted, command, createJob, sendCommands } from '#test/server/commands.ts'
import { withSuperuser } from '#test/server/erasures.ts'
import { addMember } from '#test/server/people.ts'
import { listen } from '#test/server/push-client.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
let olga: SignedInTest
let tom: SignedInTest
let seq = 0

const part = { partId: '', name: 'Tap', purchaseDate: '2026-11-01', expectedDelivery: '2026-11-20' }
const add = async (over: object, person = olga) => {
  const partId = uuid()
  seq = (await accepted(server, person, 'AddPart', { ...part, ...over, partId })).seq
  return partId
}
const read = async (query = '', person = olga): Promise<PartsAnswer> => {
  const answer = await server.call(`/api/parts?after=${seq}${query && `&${query}`}`, { token: person.token })
  expect(answer.status).toBe(200)
  return answer.json()
}
const names = async (query: string, person = olga) => (await read(query, person)).parts.map((one) => one.name)

beforeAll(async () => {
  server = await startServer()
  olga = await server.registerCompany()
  tom = await addMember(server, olga, 'team', 'tom')
})
afterAll(() => server.close())

test('every role sees a part as it was saved, with the people who added and changed it', async () => {
  const { jobId } = await createJob(server, olga)
  const partId = await add({
    name: ' Kitchen mixer tap ',
    jobId: '1',
    site: 'Mill Lane',
    link: 'https://shop.example/1',
  })
  seq = (await accepted(server, tom, 'SetPartStatus', { partId, status: 'received' })).seq
  const answer = await read('', tom)
  expect(answer.parts).toEqual([
    {
      ...part,
      partId,
      name: 'Kitchen mixer tap',
      reference: '',
      site: 'Mill Lane',
      jobId: '00001',
      category: '',
      link: 'https://shop.example/1',
      notes: '',
      status: 'received',
      createdBy: olga.user.userId,
      createdAt: expect.any(String),
      updatedBy: tom.user.userId,
      updatedAt: expect.any(String),
    },
  ])
  expect(answer.people).toEqual({ [olga.user.userId]: olga.user.username, [tom.user.userId]: 'tom' })
  expect(answer.jobs).toEqual({ '00001': jobId })
  expect((await read('job=00001')).totalResults).toBe(1)
  expect((await read('job=1')).totalResults).toBe(1)
  expect((await read('job=00002')).totalResults).toBe(0)
  seq = (await accepted(server, tom, 'DeletePart', { partId })).seq
  expect((await read()).parts).toEqual([])
})

test('parts are listed sixteen to a page, newest purchase first, then by creation, each once', async () => {
  for (let number = 1; number <= 35; number += 1)
    await add({ name: `Tile ${number}`, purchaseDate: `2026-10-${String(1 + (number % 5)).padStart(2, '0')}` })
  const pages = await Promise.all([1, 2, 3, 4].map((page) => read(`search=tile&page=${page}`)))
  expect(pages.map((one) => one.parts.length)).toEqual([16, 16, 3, 0])
  for (const page of pages) expect(page).toMatchObject({ totalPages: 3, totalResults: 35 })
  const all = pages.flatMap((one) => one.parts)
  expect(new Set(all.map((one) => one.partId)).size).toBe(35)
  const order = all.map((one) => `${one.purchaseDate} ${one.createdAt} ${one.partId}`)
  expect(order).toEqual(order.toSorted().reverse())
  const byDelivery = await read('sort=expectedDelivery&direction=asc')
  const days = byDelivery.parts.map((one) => one.expectedDelivery)
  expect(days).toEqual(days.toSorted())
})

test('a search matches the start of each of the four fields, in any case', async () => {
  await add({ name: 'Éclair hinge', reference: 'HNG-1', jobId: '00777', category: 'Doors' })
  await add({ name: '100% wool %_', reference: 'W\\1', category: 'Éclairage' })
  expect(await names('search=ÉCLAIR')).toEqual(['100% wool %_', 'Éclair hinge'])
  expect(await names('search=hng')).toEqual(['Éclair hinge'])
  expect(await names('search=007')).toEqual(['Éclair hinge'])
  expect(await names('search=door')).toEqual(['Éclair hinge'])
  expect(await names('search=hinge')).toEqual([])
  expect(await names('field=name&search=hng')).toEqual([])
  expect(await names('field=reference&search=hng')).toEqual(['Éclair hinge'])
  expect(await names('search=%25')).toEqual([])
  expect(await names('search=100%25')).toEqual(['100% wool %_'])
  expect(await names('search=w%5C')).toEqual(['100% wool %_'])
  expect((await read('search=%20%20')).totalResults).toBe((await read()).totalResults)
})

test('a part is late after its expected day; the parts for a reader’s own visits are found by job', async () => {
  const job = await createJob(server, olga)
  await accepted(server, olga, 'ScheduleJob', {
    jobId: job.jobId,
    jobBookingId: uuid(),
    jobStart: '2027-01-04T09:00:00Z',
    jobEnd: '2027-01-04T10:00:00Z',
    access: '',
    assignedTo: [tom.user.userId],
  })
  const before = (await read()).counts
  const dates = { purchaseDate: '2020-01-01', expectedDelivery: '2020-01-02' }
  const lateId = await add({ name: 'Late', ...dates })
  await add({ name: 'Come', ...dates, status: 'received' })
  await add({ name: 'Mine', jobId: '00002', expectedDelivery: '2099-01-01' })
  expect(await names('filter=late&search=late')).toEqual(['Late'])
  expect(await names('filter=late&search=come')).toEqual([])
  expect(await names('filter=mine', tom)).toEqual(['Mine'])
  expect(await names('filter=mine')).toEqual([])
  expect((await read('filter=waiting')).totalResults).toBe(before.waiting + 2)
  const { counts } = await read('search=zzz', tom)
  expect(counts).toEqual({ all: before.all + 3, late: before.late + 1, waiting: before.waiting + 2, mine: 1 })
  expect((await read('sort=due')).parts[0]?.partId).toBe(lateId)
})

test('today is the company’s day: a part expected today is not late, at either end of the day', async () => {
  const { now } = server.services
  const partId = await add({ name: 'Due', purchaseDate: '2026-06-01', expectedDelivery: '2026-06-30' })
  const isLate = async (instant: string) => {
    server.services.now = () => new Date(instant)
    const { parts } = await read('filter=late&search=due')
    server.services.now = now
    return parts.some((one) => one.partId === partId)
  }
  expect(await isLate('2026-06-30T22:59:00Z')).toBe(false)
  expect(await isLate('2026-06-30T23:01:00Z')).toBe(true)
})

test('an invalid form is refused with a message and its field', async () => {
  const refusals = async (over: object) => {
    const [result] = await sendCommands(server, tom, command('AddPart', { ...part, partId: uuid(), ...over }))
    return [result?.error, result?.field]
  }
  expect(await refusals({ name: '  ' })).toEqual(['Product Name is required.', 'name'])
  expect(await refusals({ purchaseDate: undefined })).toEqual(['Purchase Date is required.', 'purchaseDate'])
  expect(await refusals({ expectedDelivery: undefined })).toEqual([
    'Expected Delivery is required.',
    'expectedDelivery',
  ])
  expect(await refusals({ link: 'javascript:alert(1)' })).toEqual([
    'Product Link must be a full link, starting with https://',
    'link',
  ])
  expect(await refusals({ status: 'lost' })).toEqual([expect.any(String), 'status'])
  expect(await refusals({ purchaseDate: '2026-02-30' })).toEqual([expect.any(String), 'purchaseDate'])
})

test('an invalid query is refused with 400, and each company has its own book', async () => {
  for (const query of ['page=-1', 'page=x', 'filter=new', 'sort=name', 'field=notes', 'other=1'])
    expect((await server.call(`/api/parts?${query}`, { token: olga.token })).status, query).toBe(400)
  const stranger = await server.registerCompany()
  const answer = await server.call('/api/parts', { token: stranger.token })
  expect(await answer.json()).toMatchObject({ parts: [], totalResults: 0, counts: { all: 0 } })
  const partId = await add({ name: 'Ours' })
  const [result] = await sendCommands(server, stranger, command('DeletePart', { partId }))
  expect(result).toMatchObject({ status: 'refused', error: 'Part not found.' })
})

test('the size of the book is kept, not counted at each read; while it is not of the same event as the book, the book is counted', async () => {
  const owner = await server.registerCompany()
  for (let nth = 0; nth < 3; nth += 1) await add({ name: `Kept ${nth}` }, owner)
  const sizes = async () => {
    const { counts, totalResults } = await read('', owner)
    return [counts.all, totalResults]
  }
  expect(await sizes()).toEqual([3, 3])
  const { companyId } = owner.user
  const tamper = (statement: string) =>
    withSuperuser(server.database.url, (client) => client.query(statement, [companyId]))
  await tamper(`update document set body = '{"parts": 70}' where company_id = $1 and projection = 'part-count'`)
  expect(await sizes()).toEqual([70, 70])
  await tamper(
    `update checkpoint set seq = seq - 1, status = 'parked' where company_id = $1 and projection = 'part-count'`,
  )
  expect(await sizes()).toEqual([3, 3])
})

test('changes and deletions are pushed to everyone in the company', async () => {
  const device = await listen(server, tom)
  const partId = await add({ name: 'Pushed' })
  const added = await device.pushed((one) => one.projection === 'part-rows' && one.seq >= seq)
  expect(added.rows).toContainEqual(expect.objectContaining({ partId, name: 'Pushed' }))
  seq = (await accepted(server, olga, 'DeletePart', { partId })).seq
  const gone = await device.pushed((one) => one.projection === 'part-rows' && one.seq >= seq)
  expect(gone.removed).toEqual([partId])
  device.close()
})

test('a search uses an index despite row-level security', async () => {
  const { rows } = await server.services.ledgerPool.query<{ proname: string }>(
    `select proname from pg_proc where proname in ('text_ge', 'text_lt') and not proleakproof`,
  )
  expect(rows).toEqual([])
})
