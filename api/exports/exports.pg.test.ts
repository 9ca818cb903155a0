import { parse } from 'csv-parse/sync'
import pg from 'pg'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths, pathTo } from '#core/wire/paths.ts'
import { busyConnections } from '#test/database/busy-connections.ts'
import { waitingForLock } from '#test/database/waiting-sessions.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import { makeKey } from '#test/server/rights/api-keys.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
let olga: SignedInTest
let tom: SignedInTest
let seq: number
let jobId: string
const jobBookingId = uuid()

const formulas = ['=cmd|calc', '+1+1', '-2+3', '@SUM(A1)', '\t=1', '\r=1', '＝1+1', 'a;=1+1']
beforeAll(async () => {
  server = await startServer()
  olga = await server.registerCompany()
  tom = await addMember(server, olga, 'team', 'tom')
  const tasks = [{ taskId: uuid(), description: 'Mend the "tap", kitchen', price: 14_050 }]
  const canary = { workOrder: 'WO-1', agency: 'Canary Lettings', receivedBy: 'Cora Canary' }
  jobId = (await createJob(server, olga, { apartmentName: 'Café Row 1', ...canary, tasks })).jobId
  const visit = { jobStart: '2026-07-01T08:00:00Z', jobEnd: '2026-07-01T10:00:00Z', access: 'Keys at no. 3' }
  await accepted(server, olga, 'ScheduleJob', { jobId, jobBookingId, ...visit, assignedTo: [tom.user.userId] })
  for (const agency of formulas) await createJob(server, olga, { apartmentName: 'Formula House', agency })
  const part = { purchaseDate: '2026-11-01', expectedDelivery: '2026-11-09' }
  await accepted(server, olga, 'AddPart', { partId: uuid(), name: '=HYPERLINK("https://x.example")', ...part })
  const tap = { partId: uuid(), name: 'Mixer tap', notes: 'two\nlines', jobId: '1', ...part }
  seq = (await accepted(server, tom, 'AddPart', tap)).seq
})
afterAll(() => server.close())

/** An export's rows by heading, and the response. */
async function read(path: string, { token } = olga) {
  const answer = await server.call(`${path}${path.includes('?') ? '&' : '?'}after=${seq}`, { token })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  const bytes = Buffer.from(await answer.arrayBuffer())
  const rows: Record<string, string>[] = parse(bytes, { bom: true, columns: true })
  return { answer, bytes, rows, text: bytes.toString('utf8') }
}

test('jobs export as a file that Excel reads, with a byte order mark, a name and every fact that the office may see', async () => {
  const { answer, bytes, rows } = await read('/api/export/jobs')
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename=fettle-jobs-\d{4}-\d\d-\d\d\.csv$/)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(rows).toHaveLength(9)
  expect(rows.at(-1)).toEqual({
    ID: '00001',
    Status: 'Booked',
    Warning: '',
    Site: 'Café Row 1',
    'Work Order': 'WO-1',
    'Created On': '2026-11-20',
    'Visit Start': '2026-07-01 09:00',
    'Visit End': '2026-07-01 11:00',
    'Assigned To': 'tom',
    Access: 'Keys at no. 3',
    Agency: 'Canary Lettings',
    'Received By': 'Cora Canary',
    'Created By': olga.user.username,
    'Job Tasks': 'Mend the "tap", kitchen (not completed)',
    Total: '140.50',
    Invoice: '',
    Images: '0',
    Comments: '0',
    Files: '',
  })
})

test('no cell of an export is a formula', async () => {
  const agencies = (await read('/api/export/jobs?search=Formula&direction=asc')).rows.map((one) => one.Agency)
  expect(agencies).toEqual([...formulas.slice(0, -1).map((formula) => `'${formula.trim()}`), "a;'=1+1"])
  const { rows } = await read('/api/export/parts')
  expect(rows.map((one) => one['Product Name'])).toContain(`'=HYPERLINK("https://x.example")`)
})

test('the team’s export has no office facts in cells or columns, and cannot be searched by them', async () => {
  const { rows, text } = await read('/api/export/jobs', tom)
  expect(rows).toHaveLength(9)
  for (const fact of ['Canary', 'WO-1', '140', 'Agency', 'Work Order', 'Received', 'Created By', 'Total', 'Invoice'])
    expect(text).not.toContain(fact)
  expect(text).not.toContain(olga.user.username)
  for (const type of ['agency', 'workOrder']) {
    const answer = await server.call(`/api/export/jobs?type=${type}&search=c`, { token: tom.token })
    expect(answer.status).toBe(403)
  }
  expect((await read('/api/export/jobs?type=all&search=canary', tom)).rows).toEqual([])
})

test('an export contains the same rows as its list, in the same order', async () => {
  const ids = async (query: string) => (await read(`/api/export/jobs?${query}`)).rows.map((one) => one.ID)
  expect(await ids('status=booked')).toEqual(['00001'])
  expect(await ids('sort=jobRef&direction=asc')).toEqual(
    ['1', '2', '3', '4', '5', '6', '7', '8', '9'].map((n) => `0000${n}`),
  )
  expect((await read('/api/export/parts?search=mix')).rows).toEqual([
    expect.objectContaining({ 'Product Name': 'Mixer tap', 'Job ID': '00001', Notes: 'two\nlines', 'Added By': 'tom' }),
  ])
  const year = 'from=2026-01-01T00:00:00Z&to=2026-12-31T00:00:00Z'
  const booking = { Date: '2026-07-01', Start: '09:00', End: '11:00', 'Job ID': '00001', 'Assigned To': 'tom' }
  expect((await read(`/api/export/bookings?${year}`, tom)).rows).toEqual([expect.objectContaining(booking)])
  expect((await read(`/api/export/bookings?${year}&person=${tom.user.userId}`)).rows).toHaveLength(1)
  expect((await read(`/api/export/bookings?${year}&person=${olga.user.userId}`)).rows).toEqual([])
  expect((await read(`/api/export/bookings?${year}&person=unassigned`)).rows).toEqual([])
})

test('bookings export with who arrived and left and when, at the company’s local time', async () => {
  const maya = await addMember(server, olga, 'team', '=maya')
  const year = 'from=2026-01-01T00:00:00Z&to=2026-12-31T00:00:00Z'
  const cells = async () =>
    (await read(`/api/export/bookings?${year}`)).rows.map(({ Arrived, Left }) => [Arrived, Left])
  expect(await cells()).toEqual([['', '']])
  const arrive = async (person: SignedInTest, times: { arrivedAt: string; leftAt?: string }) => {
    const arrivalId = uuid()
    await accepted(server, person, 'ArriveOnSite', { jobId, arrivalId, jobBookingId })
    const reason = 'Forgot to tap'
    seq = (await accepted(server, olga, 'ChangeTimeOnSite', { jobId, arrivalId, reason, ...times })).seq
  }
  const visit = { jobStart: '2026-07-01T08:00:00Z', jobEnd: '2026-07-01T10:00:00Z', access: 'Keys at no. 3' }
  const assignedTo = [tom.user.userId, maya.user.userId]
  await accepted(server, olga, 'ScheduleJob', { jobId, jobBookingId, ...visit, assignedTo })
  await arrive(maya, { arrivedAt: '2026-07-01T08:10:00Z' })
  expect(await cells()).toEqual([["'=maya 09:10", '']])
  await arrive(tom, { arrivedAt: '2026-07-01T08:04:00Z', leftAt: '2026-07-01T09:40:00Z' })
  await arrive(tom, { arrivedAt: '2026-07-01T22:50:00Z', leftAt: '2026-07-01T23:10:00Z' })
  expect(await cells()).toEqual([["'=maya 09:10, tom 09:04, tom 23:50", 'tom 10:40, tom 2026-07-02 00:10']])
})

test('an export of chosen jobs has these alone, of the list that was asked for', async () => {
  const idsOf = async (query: string) => (await read(`/api/export/jobs?${query}`)).rows.map((one) => one.ID)
  expect(await idsOf('jobs=3,1,99999&direction=asc')).toEqual(['00001', '00003'])
  expect(await idsOf('jobs=3,1&search=Formula')).toEqual(['00003'])
  expect(await idsOf(`jobs=${Array.from({ length: 500 }, (_, nth) => nth + 1)}`)).toHaveLength(9)
  for (const jobs of ['', '0', '1,', '1;2', 'x', `${Array.from({ length: 501 }, (_, nth) => nth + 1)}`])
    expect((await server.call(`/api/export/jobs?jobs=${jobs}`, { token: olga.token })).status, jobs).toBe(400)
})

test('an export ends with the rights of its reader', async () => {
  const nora = await server.registerCompany()
  const leaver = await addMember(server, nora, 'admin')
  await createJob(server, nora)
  const owner = new pg.Client({ connectionString: server.database.url })
  await owner.connect()
  // More than the network buffers for a stalled reader.
  const copies = `insert into job_row select (jsonb_populate_record(j,
    jsonb_build_object('job_id', gen_random_uuid(), 'number', nth, 'work_order', repeat('x', 5000)))).*
    from job_row j, generate_series(2, 3001) nth where j.company_id = $1 and j.number = 1`
  await expect.poll(async () => (await owner.query(copies, [nora.user.companyId])).rowCount).toBe(3_000)
  await owner.end()
  const answer = await fetch(`${server.url}/api/export/jobs`, { headers: { authorization: `Bearer ${leaver.token}` } })
  expect(answer.status).toBe(200)
  await accepted(server, nora, 'RemoveMember', { userId: leaver.user.userId })
  await expect(answer.text()).rejects.toThrow('terminated')
  const { keyId, token } = await makeKey(server, nora, { scopes: ['jobs:read'] })
  const byKey = await fetch(`${server.url}/api/export/jobs`, { headers: { authorization: `Bearer ${token}` } })
  expect(byKey.status).toBe(200)
  await server.call(pathTo(paths.apiKey, { keyId }), { token: nora.token, method: 'DELETE' })
  await expect(byKey.text()).rejects.toThrow('terminated')
  const { ledgerPool } = server.services
  await expect.poll(() => busyConnections(ledgerPool)).toBe(0)
})

test('an abandoned export releases its connection', async () => {
  const { ledgerPool } = server.services
  for (let nth = 0; nth < 12; nth += 1) {
    const leaving = new AbortController()
    const answer = await fetch(`${server.url}/api/export/jobs`, {
      headers: { authorization: `Bearer ${olga.token}` },
      signal: leaving.signal,
    })
    expect(answer.status).toBe(200)
    leaving.abort()
    await expect.poll(() => busyConnections(ledgerPool)).toBe(0)
  }
})

test('an export whose reader disconnects before the first row releases its connection', async () => {
  const { ledgerPool } = server.services
  const other = new pg.Client({ connectionString: server.database.url })
  await other.connect()
  for (let nth = 0; nth < 3; nth += 1) {
    const leaving = new AbortController()
    await other.query('begin')
    await other.query('lock table job_row in access exclusive mode')
    const request = fetch(`${server.url}/api/export/jobs`, {
      headers: { authorization: `Bearer ${olga.token}` },
      signal: leaving.signal,
    })
    await expect.poll(() => waitingForLock(other, 'job_row')).toBeGreaterThan(0)
    leaving.abort()
    await expect(request).rejects.toThrow('aborted')
    // Once a later request gets its response, the server has noticed that the first reader left.
    expect((await server.call(paths.healthz)).status).toBe(200)
    await other.query('commit')
    await expect.poll(() => busyConnections(ledgerPool)).toBe(0)
  }
  await other.end()
})

test('an invalid query is refused with 400, and each company exports its own data', async () => {
  for (const path of ['jobs?page=1', 'jobs?sort=agency', 'parts?page=2', 'bookings', 'bookings?from=x&to=y'])
    expect((await server.call(`/api/export/${path}`, { token: olga.token })).status, path).toBe(400)
  const stranger = await server.registerCompany()
  for (const path of ['jobs', 'parts', 'bookings?from=2026-01-01T00:00:00Z&to=2026-12-31T00:00:00Z'])
    expect(await (await server.call(`/api/export/${path}`, { token: stranger.token })).text()).toMatch(
      /^\uFEFF?[\w ,]+\r\n$/,
    )
})
