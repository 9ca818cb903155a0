import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCommandContext, executeCommand } from '#api/commands/handle-command.ts'
import type { DayOrder } from '#core/imports/days.ts'
import type { Command } from '#core/ledger/ledger.ts'
import { connect, readInCompany } from '#ledger/database/connect.ts'
import { createDatabase, type TestDatabase } from '#test/database/database.ts'
import { type ImportReport, importFile } from './rows/import-file.ts'
import { readPlan } from './rows/read-plan.ts'
import { intoLedger } from './runs/into-ledger.ts'
import { namespaceOf } from './runs/namespaces.ts'

const realOrders = join(import.meta.dirname, '../../test/histories/real-orders.csv')
let database: TestDatabase
let pool: pg.Pool

beforeAll(async () => {
  database = await createDatabase()
  pool = connect(database.url, 'fettle_api')
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const context = () =>
  createCommandContext({ pool, bell: { ring: () => undefined }, now: () => new Date('2026-11-20T09:00:00Z') })

type Ways = {
  cutAfter?: number
  userId?: string
  today?: string
  oneJobPerOrder?: boolean
  dayOrder?: DayOrder
  map?: string[]
}

/** Imports for the owner of a company; with `cutAfter` the import dies after that many commands. */
async function importInto(
  companyId: string,
  path: string,
  {
    cutAfter = Number.POSITIVE_INFINITY,
    userId = companyId,
    today = '2026-11-20',
    oneJobPerOrder = false,
    dayOrder,
    map = [],
  }: Ways = {},
): Promise<ImportReport> {
  const plan = await readPlan(path, map, dayOrder)
  if (typeof plan === 'string') throw new Error(plan)
  const ways = intoLedger(context(), { userId, role: 'owner', companyId })
  let idsUsed = 0
  return importFile(path, {
    ...plan,
    oneJobPerOrder,
    ...ways,
    send: async (command) => {
      idsUsed += 1
      if (idsUsed > cutAfter) throw new Error('cut off')
      return ways.send(command)
    },
    companyId,
    namespace: await namespaceOf(pool, companyId),
    userId,
    role: 'owner',
    today,
    now: '2026-11-20T09:00:00.000Z',
    dryRun: false,
  })
}

const counts = async (companyId: string) => {
  const [{ rows }] = await readInCompany(pool, companyId, [
    {
      text: `select count(*) filter (where type = 'JobCreated') jobs, count(*) filter (where type = 'TaskCompleted') completed,
        max(number) last from event where company_id = $1`,
      values: [companyId],
    },
  ])
  return rows[0]
}

test('the real orders become a hundred jobs, and a second run imports nothing', async () => {
  const company = randomUUID()
  expect(await importInto(company, realOrders)).toMatchObject({
    rows: 100,
    imported: 100,
    completed: 73,
    alreadyThere: 0,
    refused: [],
  })
  expect(await importInto(company, realOrders)).toMatchObject({
    rows: 100,
    imported: 0,
    completed: 0,
    alreadyThere: 100,
    refused: [],
  })
  expect(await counts(company)).toEqual({ jobs: 100, completed: 73, last: 100 })
})

test('completed orders are imported as completed also where the company needs photos', async () => {
  const company = randomUUID()
  const actor = { companyId: company, userId: company, role: 'owner' } as const
  const commands: Command[] = [
    { type: 'RegisterCompany', data: { companyId: company, name: 'Harrow & Pike' } },
    { type: 'SetPhotoRule', data: { companyId: company, photosNeeded: true } },
  ]
  for (const command of commands) {
    const stamp = { commandId: randomUUID(), happenedAt: '2026-11-20T09:00:00Z' }
    expect(await executeCommand(context(), stamp, command, actor)).toMatchObject({ status: 'accepted' })
  }
  expect(await importInto(company, realOrders)).toMatchObject({ imported: 100, completed: 73, refused: [] })
  expect(await counts(company)).toMatchObject({ jobs: 100, completed: 73 })
})

test('an interrupted import resumes where it stopped', async () => {
  const company = randomUUID()
  for (const cutAfter of [3, 40, 120])
    await expect(importInto(company, realOrders, { cutAfter })).rejects.toThrow('cut off')
  await importInto(company, realOrders)
  expect(await counts(company)).toEqual({ jobs: 100, completed: 73, last: 100 })
})

test('two simultaneous imports of one file create each job once', async () => {
  const company = randomUUID()
  await Promise.all([importInto(company, realOrders), importInto(company, realOrders)])
  expect(await counts(company)).toEqual({ jobs: 100, completed: 73, last: 100 })
})

test('three broken rows are named, and the others are imported', async () => {
  const company = randomUUID()
  const lines = (await readFile(realOrders, 'utf8')).trimEnd().split('\n')
  lines[10] = lines[10]?.split(',').slice(0, 12).join(',') ?? ''
  lines[20] = lines[20]?.replace('10/', '41/') ?? ''
  lines[30] = lines[30]?.replace(/,(Open|Close),/, ',Perhaps,') ?? ''
  const path = join(await mkdtemp(join(tmpdir(), 'fettle-import-')), 'broken.csv')
  await writeFile(path, lines.join('\n'))
  const report = await importInto(company, path)
  expect(report.imported).toBe(97)
  expect(report.refused.map((one) => one.line)).toEqual([11, 21, 31])
  expect(report.refused.map((one) => one.reason)).toEqual([
    expect.stringContaining('cut off'),
    expect.stringContaining('is not a date'),
    "'Perhaps' is not a status that can be imported",
  ])
})

test('a row imported before with other values is refused, and its job is not changed', async () => {
  const company = randomUUID()
  await importInto(company, realOrders)
  const lines = (await readFile(realOrders, 'utf8')).split('\n')
  lines[1] = lines[1]?.replace('SECTION', 'SECTIONS') ?? ''
  const path = join(await mkdtemp(join(tmpdir(), 'fettle-import-')), 'changed.csv')
  await writeFile(path, lines.join('\n'))
  const report = await importInto(company, path)
  expect(report).toMatchObject({ imported: 0, alreadyThere: 99, refused: [{ line: 2 }] })
})

test('a row without a date, imported again on another day, is recognised', async () => {
  const company = randomUUID()
  const path = join(await mkdtemp(join(tmpdir(), 'fettle-import-')), 'undated.csv')
  await writeFile(path, 'Site,Description\nElm Row,Tap drips\nElm Row,Door sticks\n')
  expect(await importInto(company, path)).toMatchObject({ imported: 2, refused: [] })
  expect(await importInto(company, path, { today: '2026-11-21' })).toMatchObject({ alreadyThere: 2, refused: [] })
})

test('a row imported before with another date or other cells is refused, with the reason and what to do', async () => {
  const companyId = randomUUID()
  const folder = await mkdtemp(join(tmpdir(), 'fettle-import-'))
  const file = async (text: string) => {
    const path = join(folder, `${randomUUID()}.csv`)
    await writeFile(path, text)
    return path
  }
  // This file is too short to show whether day or month comes first; the longer one does show it.
  const first = await file('Work Order,Site,Date,Agency\nWO-1,Flat 1,02/03/2026,A\n')
  await importInto(companyId, first, { dayOrder: 'day first' })
  const later = 'Work Order,Site,Date,Agency\nWO-1,Flat 1,02/03/2026,A\nWO-2,Flat 2,02/25/2026,A\n'
  expect((await importInto(companyId, await file(later))).refused).toEqual([
    {
      line: 2,
      reason:
        'Already imported as job 00001, which is left unchanged: its date was read as 2026-03-02 then and is read as ' +
        '2026-02-03 now. Import with the earlier date order (--dates dmy or --dates mdy), or edit the job itself.',
    },
  ])
  const changed = await file('Work Order,Site,Date,Agency\nWO-1,Flat 1,02/03/2026,B\n')
  expect((await importInto(companyId, changed, { dayOrder: 'day first' })).refused).toEqual([
    {
      line: 2,
      reason:
        'Already imported as job 00001, which is left unchanged: the row, or the choice of columns, was different then. ' +
        'Edit the job itself.',
    },
  ])
})

test('a file of complaints with several problems each gives one job a complaint with a task a problem, however often it is cut off', async () => {
  const companyId = randomUUID()
  const path = join(await mkdtemp(join(tmpdir(), 'fettle-import-')), 'complaints.csv')
  const complaints = Array.from({ length: 40 }, (_, nth) =>
    Array.from({ length: 1 + (nth % 4) }, (_, place) => ({
      place,
      row: `C-${nth},${nth} Elm Row,13/10/2026,Problem ${place + 1},${place === 0 ? 'closed' : 'open'}`,
    })),
  ).flat()
  // The problems of a complaint stand anywhere in the file.
  const rows = complaints.toSorted((a, b) => a.place - b.place).map(({ row }) => row)
  await writeFile(path, ['Complaint,Site,Date,Problem,Status', ...rows].join('\n'))
  const plan = { oneJobPerOrder: true, map: ['Complaint=workOrder'] }
  for (const cutAfter of [3, 30, 55])
    await expect(importInto(companyId, path, { ...plan, cutAfter })).rejects.toThrow('cut off')
  expect(await importInto(companyId, path, plan)).toMatchObject({
    rows: 100,
    refused: [],
    sameOrders: { orders: 30, rows: 90 },
  })
  expect(await importInto(companyId, path, plan)).toMatchObject({ imported: 0, alreadyThere: 40, refused: [] })
  // The ten complaints of one problem are completed.
  expect(await counts(companyId)).toEqual({ jobs: 40, completed: 40, last: 40 })
  const [{ rows: jobs }] = await readInCompany(pool, companyId, [
    {
      text: `select jsonb_array_length(data -> 'tasks') tasks, count(*)::int jobs from event
        where company_id = $1 and type = 'JobCreated' group by 1 order by 1`,
      values: [companyId],
    },
  ])
  expect(jobs).toEqual([1, 2, 3, 4].map((tasks) => ({ tasks, jobs: 10 })))
})
