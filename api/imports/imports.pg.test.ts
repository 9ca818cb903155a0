import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SitesAnswer } from '#core/wire/jobs/sites.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { createDatabase, type TestDatabase } from '#test/database/database.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { draftImport, type FileContent, importCalls, sendImport } from '#test/server/import-files.ts'
import { addMember } from '#test/server/people.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

const realOrders = join(import.meta.dirname, '../../test/histories/real-orders.csv')

let database: TestDatabase
let server: TestServer
beforeAll(async () => {
  database = await createDatabase()
  server = await startServer({}, { database })
})
afterAll(async () => {
  await server.close()
  await database.drop()
})

const send = (person: SignedInTest, content: FileContent) => sendImport(server, person, content)
const upload = (person: SignedInTest, content: FileContent) => draftImport(server, person, content)
const { ask, read, start, ended, change, refusedRows } = importCalls(() => server)
const orders = (count: number) =>
  ['Site,Work Order', ...Array.from({ length: count }, (_, nth) => `${nth + 1} Elm Row,WO-${nth + 1}`)].join('\n')
const jobsOf = async ({ user }: SignedInTest) => {
  const { rows } = await server.services.overviewPool.query<{ jobs: number; sites: number; actors: string[] }>(
    `select count(*)::int jobs, count(distinct data ->> 'apartmentName')::int sites, array_agg(distinct actor_id::text) actors
     from event where company_id = $1 and type = 'JobCreated'`,
    [user.companyId],
  )
  return rows[0]
}

test('the real orders are checked, imported in the background in the person’s name, and add nothing a second time', async () => {
  const olga = await server.registerCompany()
  const ann = await addMember(server, olga, 'admin')
  const draft = await upload(ann, await readFile(realOrders))
  expect(draft).toMatchObject({
    fileName: 'orders.csv',
    state: 'draft',
    plan: {
      rows: 100,
      mapping: { workOrder: ['ViolationID'], apartmentName: ['Apartment', 'HouseNumber', 'StreetName'] },
    },
    checked: { ready: 100, refused: 0, sites: { new: expect.any(Number) } },
    progress: { rows: 0, imported: 0 },
  })
  expect(draft.checked.sites.all).toBe(draft.checked.sites.new)
  expect(await jobsOf(ann)).toMatchObject({ jobs: 0 })
  expect((await start(ann, draft.importId)).status).toBe(200)
  expect(await ended(ann, draft.importId)).toMatchObject({
    state: 'done',
    progress: { rows: 100, imported: 100, completed: 73, refused: 0, firstNumber: 1, lastNumber: 100 },
  })
  expect(await jobsOf(ann)).toMatchObject({ jobs: 100, actors: [ann.user.userId] })
  // Each address is a site, which has its jobs.
  const { seq } = await (await server.call(paths.ledger, { token: ann.token })).json()
  const pageOfSites = async (page: number): Promise<SitesAnswer> =>
    (await server.call(`${paths.sites}?after=${seq}&page=${page}`, { token: ann.token })).json()
  const first = await pageOfSites(1)
  const others = Array.from({ length: first.totalPages - 1 }, (_, nth) => pageOfSites(nth + 2))
  const sites = [first, ...(await Promise.all(others))].flatMap((one) => one.sites)
  expect(sites).toHaveLength(draft.checked.sites.all)
  expect(sites.reduce((jobs, { openJobs }) => jobs + openJobs, 0)).toBe(27)

  const again = await upload(olga, await readFile(realOrders))
  expect(again.checked).toMatchObject({ ready: 0, refused: 100 })
  expect(again.checked.refusedRows[0]).toMatchObject({
    line: 2,
    column: 'ViolationID',
    value: '10000000',
    reason: 'Same site and work order as job 00001.',
  })
  expect((await start(olga, again.importId)).status).toBe(400)
  expect(await jobsOf(ann)).toMatchObject({ jobs: 100 })
  const { imports } = await (await server.call(paths.imports, { token: olga.token })).json()
  expect(imports).toEqual([expect.objectContaining({ importId: draft.importId, username: ann.user.username })])
})

test('an import resumes after the server was stopped in the middle, and every row becomes one job', async () => {
  const olga = await server.registerCompany()
  const { importId } = await upload(olga, orders(150))
  await start(olga, importId)
  await expect.poll(async () => (await read(olga, importId)).progress.imported, { interval: 5 }).toBeGreaterThan(0)
  await server.close()
  server = await startServer({ dataFolder: server.services.config.dataFolder }, { database })
  const { token } = await (
    await server.call(paths.login, { body: { email: olga.user.email, password: olga.password } })
  ).json()
  const back = { ...olga, token }
  expect((await read(back, importId)).state).toBe('running')
  expect(await ended(back, importId)).toMatchObject({
    state: 'done',
    progress: { rows: 150, imported: 150, refused: 0, firstNumber: 1, lastNumber: 150 },
  })
  expect(await jobsOf(back)).toMatchObject({ jobs: 150, sites: 150 })
})

test('jobs that a dead process created but had not counted are counted when its import resumes', async () => {
  const olga = await server.registerCompany()
  const { importId } = await upload(olga, orders(30))
  await start(olga, importId)
  await ended(olga, importId)
  // As left by a process that dies after creating the jobs and before saving its progress.
  const { companyId } = olga.user
  const lost = `update import_run set state = 'running', ended_at = null, progress = $2, lease_until = now() where import_id = $1`
  const progress = { rows: 10, imported: 10, completed: 0, refused: 0, firstNumber: 1, lastNumber: 10 }
  await inCompany(server.services.ledgerPool, companyId, (client) => client.query(lost, [importId, progress]))
  expect(await ended(olga, importId)).toMatchObject({
    progress: { rows: 30, imported: 30, refused: 0, firstNumber: 1, lastNumber: 30 },
  })
  expect(await jobsOf(olga)).toMatchObject({ jobs: 30 })
})

test('a stopped import keeps its jobs, and the rest can be imported later', async () => {
  const olga = await server.registerCompany()
  const { importId } = await upload(olga, orders(150))
  await start(olga, importId)
  await expect.poll(async () => (await read(olga, importId)).progress.imported, { interval: 5 }).toBeGreaterThan(0)
  expect((await ask(olga, paths.stopImport, importId, 'POST')).status).toBe(200)
  const stopped = await ended(olga, importId)
  expect(stopped.state).toBe('stopped')
  const { imported } = stopped.progress
  expect(imported).toBeLessThan(150)
  expect(await jobsOf(olga)).toMatchObject({ jobs: imported })
  await start(olga, importId)
  expect((await ended(olga, importId)).progress).toMatchObject({ rows: 150, imported: 150, refused: 0 })
  expect(await jobsOf(olga)).toMatchObject({ jobs: 150 })
})

test.each([
  [
    'the person who started it may no longer import',
    (olga: SignedInTest, ann: SignedInTest) => accepted(server, olga, 'RemoveMember', { userId: ann.user.userId }),
    'The person who started this import is no longer allowed to import. Jobs already imported are kept.',
  ],
  [
    'the company is closed',
    (olga: SignedInTest) => server.call(paths.companyClosing, { token: olga.token, body: { name: 'Harrow & Pike' } }),
    'The company was closed. Jobs already imported are kept.',
  ],
])('an import ends when %s', async (_, happens, error) => {
  const olga = await server.registerCompany({ businessName: 'Harrow & Pike' })
  const ann = await addMember(server, olga, 'admin')
  const { importId } = await upload(ann, orders(150))
  await start(ann, importId)
  await expect.poll(async () => (await read(olga, importId)).progress.imported, { interval: 5 }).toBeGreaterThan(0)
  await happens(olga, ann)
  const after = await ended(olga, importId)
  expect(after).toMatchObject({ state: 'failed', error })
  expect(after.progress.imported).toBeLessThan(150)
})

test('a changed mapping, and a text corrected for all rows, are checked again', async () => {
  const olga = await server.registerCompany()
  const rows = [
    'Flat 1,W1,05/01/2026,on hold,Acme',
    'Flat 2,W2,06/01/2026,on hold,n/a',
    'Flat 3,W3,07/01/2026,done,n/a',
  ]
  const draft = await upload(olga, ['Place,PO,Date in,State,Who', ...rows].join('\n'))
  expect(draft.checked.blocked).toBe('No column goes to Apartment Name. Choose the one with the sites.')
  expect((await start(olga, draft.importId)).status).toBe(400)
  const mapping = {
    apartmentName: ['Place'],
    workOrder: ['PO'],
    createdAt: ['Date in'],
    status: ['State'],
    agency: ['Who'],
  }
  const unclear = await change(olga, draft, { mapping })
  expect(unclear.checked).toMatchObject({
    ready: 0,
    blocked: 'Nothing in the file shows whether 05/01/2026 has the day or the month first. Choose one.',
  })
  expect((await start(olga, draft.importId)).status).toBe(400)
  const mapped = await change(olga, unclear, { dayOrder: 'day first' })
  expect(mapped.checked).toMatchObject({ ready: 1, refused: 2, agencies: { all: 1, new: 1 } })
  expect(mapped.checked.refusedRows).toEqual(
    [2, 3].map((line) => ({
      line,
      column: 'State',
      value: 'on hold',
      reason: "'on hold' is not a status that can be imported",
      field: 'status',
      same: 2,
    })),
  )
  const fixed = await change(olga, mapped, { corrections: { State: { 'on hold': 'open' }, Who: { 'n/a': '' } } })
  expect(fixed.checked).toMatchObject({ ready: 3, refused: 0, agencies: { all: 1 } })
  await start(olga, fixed.importId)
  expect((await ended(olga, fixed.importId)).progress).toMatchObject({ imported: 3, completed: 1 })
  expect(
    (await ask(olga, paths.import, fixed.importId, 'PUT', { mapping, dayOrder: 'day first', corrections: {} })).status,
  ).toBe(409)
})

test('refused rows download as a file with their reasons, before and after the import, and no cell is a formula', async () => {
  const olga = await server.registerCompany()
  await createJob(server, olga, { apartmentName: 'Flat 9', workOrder: 'W9' })
  const { seq } = await createJob(server, olga, { apartmentName: 'Flat 8', workOrder: 'W8' })
  await server.call(`${paths.jobs}?after=${seq}`, { token: olga.token })
  const lines = [
    'Site,Work Order,Price',
    'flat 9,W9,',
    '=1+1,W1,tbc',
    'Flat 1,W2,10',
    ' ,W3,',
    'Flat 1,W2,20',
    'Flat 3',
  ]
  const mapping = { apartmentName: ['Site'], workOrder: ['Work Order'], price: ['Price'] }
  const { importId, checked } = await change(olga, await upload(olga, lines.join('\n')), { mapping })
  expect(checked).toMatchObject({ ready: 1, refused: 5 })
  const expected = [
    { Site: 'flat 9', 'Reason for refusal': 'Same site and work order as job 00001.' },
    { Site: "'=1+1", Price: 'tbc', 'Reason for refusal': "'tbc' is not a price in pounds" },
    { Site: ' ', 'Reason for refusal': 'Site name is required.' },
    { Site: 'Flat 1', Price: '20', 'Reason for refusal': 'Another row has work order W2 at this site' },
    { Site: '', 'Reason for refusal': expect.stringMatching(/cut off.*The row: Flat 3$/) },
  ].map((row) => expect.objectContaining(row))
  const before = await refusedRows(olga, importId)
  expect(before.rows).toHaveLength(expected.length)
  expect(before.rows).toEqual(expect.arrayContaining(expected))
  expect(before.name).toBe('attachment; filename=refused-orders.csv')
  await start(olga, importId)
  expect((await ended(olga, importId)).progress).toMatchObject({ rows: 6, imported: 1, refused: 5 })
  const after = await refusedRows(olga, importId)
  expect(after.rows).toEqual(before.rows)
  // Once corrected, that file can be imported; the mark before a formula is not part of the cell.
  const text = after.text.replace('tbc', '12').replace('\r\n ,W3', '\r\nFlat 7,W3')
  const corrected = await change(olga, await upload(olga, text), { mapping })
  expect(corrected.checked.ready).toBe(2)
})

test('the team cannot import, and nobody sees or changes another company’s import', async () => {
  const olga = await server.registerCompany()
  const tom = await addMember(server, olga, 'team')
  const stranger = await server.registerCompany()
  const { importId } = await upload(olga, orders(2))
  expect((await send(tom, orders(2))).status).toBe(403)
  const plan = { mapping: { apartmentName: ['Site'] }, dayOrder: 'day first', corrections: {} }
  for (const [method, path, body] of [
    ['GET', paths.import],
    ['PUT', paths.import, plan],
    ['PUT', paths.importSheet, { sheet: 0 }],
    ['POST', paths.startImport],
    ['POST', paths.stopImport],
    ['GET', paths.refusedRows],
  ] as const) {
    expect((await ask(tom, path, importId, method, body)).status, path).toBe(403)
    const [foreign, missing] = [
      await ask(stranger, path, importId, method, body),
      await ask(olga, path, randomUUID(), method, body),
    ]
    expect(foreign.status, path).toBe(404)
    expect(await foreign.json()).toEqual(await missing.json())
    expect((await server.call(pathTo(path, { importId }), { method, ...(body ? { body } : {}) })).status).toBe(401)
  }
  expect((await server.call(paths.imports, { token: tom.token })).status).toBe(403)
  expect((await read(olga, importId)).state).toBe('draft')
})
