import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v5 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { csvRows } from './csv-rows.ts'
import type { FileRow } from './file-row.ts'
import { importFile } from './import-file.ts'
import { readPlan } from './read-plan.ts'
import type { ImportCommand } from './row-commands.ts'
import { openRows } from './row-jobs.ts'

const realOrders = join(import.meta.dirname, '../../../test/histories/real-orders.csv')
const companyId = '018f0000-0000-7000-8000-000000000001'
const userId = '018f0000-0000-7000-8000-000000000002'

const fileOf = async (content: string | Buffer) => {
  const path = join(await mkdtemp(join(tmpdir(), 'fettle-import-')), 'orders.csv')
  await writeFile(path, content)
  return path
}
const all = async (path: string) => {
  const rows: FileRow[] = []
  for await (const row of csvRows(path)) rows.push(row)
  return rows
}

test('the mapping of the real orders is guessed from their headings, and their dates’ order from all columns', async () => {
  const plan = await readPlan(realOrders, [])
  expect(plan).toMatchObject({
    mapping: {
      workOrder: ['ViolationID'],
      apartmentName: ['Apartment', 'HouseNumber', 'StreetName'],
      createdAt: ['InspectionDate'],
      description: ['NOVDescription'],
      status: ['ViolationStatus'],
    },
    dayOrder: 'month first',
    rows: 100,
  })
})

describe('a row', () => {
  const reading = {
    namespace: companyId,
    mapping: { workOrder: ['No'], apartmentName: ['Site'], createdAt: ['Date'], price: ['Price'], status: ['Status'] },
    dayOrder: 'day first' as const,
    today: '2026-11-20',
  }
  const jobOf = (row: Record<string, string>) => openRows(reading, new Map())({ line: 2, row }).job

  test('yields the same commands each time it is read', () => {
    const row = { No: 'W1', Site: 'FLAT 3, ashdown house', Date: '', Price: '£85', Status: 'closed' }
    const job = jobOf(row)
    expect(job).toEqual(jobOf({ ...row }))
    expect(job).toMatchObject({
      commands: [
        {
          type: 'CreateJob',
          data: {
            apartmentName: 'Flat 3, Ashdown House',
            workOrder: 'W1',
            createdAt: '2026-11-20',
            tasks: [{ price: 8500, description: 'Repair order W1' }],
          },
        },
        { type: 'CycleTask', data: { from: 'not completed' } },
      ],
    })
  })

  test('has the ids that earlier releases derived from it, so that what they imported is recognised', () => {
    expect(jobOf({ No: 'W1', Site: 'Flat 3', Date: '', Price: '', Status: 'closed' })).toMatchObject({
      jobId: v5('job|W1|Flat 3|0', companyId),
      commands: [
        {
          commandId: v5('create|W1|Flat 3|0', companyId),
          data: { tasks: [{ taskId: v5('task|W1|Flat 3|0', companyId) }] },
        },
        { commandId: v5('complete|W1|Flat 3|0', companyId) },
      ],
    })
    const loose = { No: '', Site: 'Flat 3', Date: '', Price: '', Status: '' }
    const rows = openRows(reading, new Map())
    const jobs = [2, 3].map((line) => rows({ line, row: loose }).job?.jobId)
    expect(jobs).toEqual([0, 1].map((nth) => v5(`job|${JSON.stringify(loose)}|${nth}`, companyId)))
  })
})

describe('a file', () => {
  test('is read with any delimiter, with a byte order mark, and in the encoding of an old spreadsheet', async () => {
    expect(await all(await fileOf('\uFEFFSite;No\nFlat 1;2\n'))).toEqual([
      { line: 2, row: { Site: 'Flat 1', No: '2' } },
    ])
    expect(await all(await fileOf(Buffer.from('Site,No\nCaf\u00e9,2\n', 'latin1')))).toEqual([
      { line: 2, row: { Site: 'Caf\u00e9', No: '2' } },
    ])
  })

  test('with broken rows names them, and yields the others', async () => {
    const path = await fileOf('Site,No\nFlat 1,1\nFlat 2\nFlat 3,3,4\nFlat 4,4\n"Flat 5,5\n')
    const rows = (await all(path)).sort((a, b) => a.line - b.line)
    expect(rows).toEqual([
      { line: 2, row: { Site: 'Flat 1', No: '1' } },
      { line: 3, reason: expect.stringContaining('cut off'), raw: expect.stringContaining('Flat 2') },
      { line: 4, reason: expect.stringContaining('cut off'), raw: expect.stringContaining('Flat 3') },
      { line: 5, row: { Site: 'Flat 4', No: '4' } },
      { line: expect.any(Number), reason: expect.stringContaining('never closed'), raw: expect.any(String) },
    ])
  })

  test('is tried in a dry run that sends no command', async () => {
    const plan = await readPlan(realOrders, [])
    if (typeof plan === 'string') throw new Error(plan)
    const emitted: ImportCommand[] = []
    const report = await importFile(realOrders, {
      ...plan,
      companyId,
      namespace: companyId,
      userId,
      role: 'owner',
      today: '2026-11-20',
      now: '2026-11-20T09:00:00.000Z',
      dryRun: true,
      known: async () => new Map(),
      send: async (command) => {
        emitted.push(command)
        return { status: 'accepted' }
      },
    })
    expect(report).toMatchObject({ rows: 100, imported: 100, completed: 73, alreadyThere: 0, tasks: 100, refused: [] })
    expect(emitted).toEqual([])
  })
})
