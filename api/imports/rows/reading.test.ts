import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type CsvRow, csvRows } from './csv-rows.ts'
import { guessDayOrder, readDay } from './days.ts'
import { importFile } from './import-file.ts'
import { fieldText, guessMapping, withChoices } from './mapping.ts'
import { readPlan } from './read-plan.ts'
import { type ImportCommand, rowCommands } from './row-commands.ts'
import { readStatus } from './statuses.ts'

const realOrders = join(import.meta.dirname, '../../../test/histories/real-orders.csv')
const companyId = '018f0000-0000-7000-8000-000000000001'
const userId = '018f0000-0000-7000-8000-000000000002'

const fileOf = async (content: string | Buffer) => {
  const path = join(await mkdtemp(join(tmpdir(), 'fettle-import-')), 'orders.csv')
  await writeFile(path, content)
  return path
}
const all = async (path: string) => {
  const rows: CsvRow[] = []
  for await (const row of csvRows(path)) rows.push(row)
  return rows
}

describe('a spreadsheet date', () => {
  test.each([
    ['2026-11-20', 'day first', '2026-11-20'],
    ['20/11/2026', 'day first', '2026-11-20'],
    ['3/4/26', 'day first', '2026-04-03'],
    ['3/4/2026', 'month first', '2026-03-04'],
    ['03.04.2026 09:15', 'day first', '2026-04-03'],
    ['31/02/2026', 'day first', undefined],
    ['13/13/2026', 'month first', undefined],
    ['tomorrow', 'day first', undefined],
  ] as const)('%s read %s is %s', (text, order, day) => expect(readDay(text, order)).toBe(day))

  test('American dates are detected, and British ones are assumed otherwise', () => {
    expect(guessDayOrder(['10/09/2013', '10/28/2013'])).toBe('month first')
    expect(guessDayOrder(['10/09/2013', '28/10/2013'])).toBe('day first')
    expect(guessDayOrder(['10/09/2013'])).toBe('day first')
    expect(guessDayOrder([])).toBe('day first')
  })
})

test('closed, open and unknown statuses are distinguished', () => {
  expect(['Close', 'VIOLATION CLOSED', 'Completed', 'done'].map(readStatus)).toEqual(Array(4).fill('closed'))
  expect(['Open', '', 'In progress'].map(readStatus)).toEqual(Array(3).fill('open'))
  expect(readStatus('NOV SENT OUT')).toBeUndefined()
})

describe('the mapping', () => {
  test('of the real orders is guessed from their headings', async () => {
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

  test('of a plain British spreadsheet is guessed too', () => {
    const columns = ['Job No', 'Site', 'Date reported', 'Letting agent', 'Taken by', 'Fault', 'Price (£)', 'Status']
    const row = Object.fromEntries(
      columns.map((column, place) => [
        column,
        ['J1', 'Flat 1', '20/11/2026', 'Acme', 'Sue', 'Tap', '85', 'open'][place] ?? '',
      ]),
    )
    expect(guessMapping(columns, [row])).toEqual({
      workOrder: ['Job No'],
      apartmentName: ['Site'],
      createdAt: ['Date reported'],
      agency: ['Letting agent'],
      receivedBy: ['Taken by'],
      description: ['Fault'],
      price: ['Price (£)'],
      status: ['Status'],
    })
  })

  test('follows a person’s choices, and names those it cannot follow', () => {
    expect(withChoices({ workOrder: ['A'] }, ['B=workOrder', 'C=agency', 'D=agency'], ['A', 'B', 'C', 'D'])).toEqual({
      workOrder: ['B'],
      agency: ['C', 'D'],
    })
    expect(withChoices({}, ['Z=agency'], ['A'])).toContain("no column 'Z'")
    expect(withChoices({}, ['A=colour'], ['A'])).toContain("no field 'colour'")
  })

  test('joins a house number to its street and separates the flat', () => {
    const mapping = { apartmentName: ['Apartment', 'HouseNumber', 'StreetName'] }
    expect(
      fieldText(mapping, 'apartmentName', { Apartment: '3L', HouseNumber: '751', StreetName: 'GERARD AVENUE' }),
    ).toBe('3L, 751 GERARD AVENUE')
    expect(
      fieldText(mapping, 'apartmentName', { Apartment: '', HouseNumber: '751', StreetName: 'GERARD AVENUE' }),
    ).toBe('751 GERARD AVENUE')
  })
})

describe('a row', () => {
  const reading = {
    namespace: companyId,
    mapping: { workOrder: ['No'], apartmentName: ['Site'], createdAt: ['Date'], price: ['Price'], status: ['Status'] },
    dayOrder: 'day first' as const,
    today: '2026-11-20',
  }
  const first = () => 0
  test('yields the same commands each time it is read', () => {
    const row = { No: 'W1', Site: 'FLAT 3, ashdown house', Date: '', Price: '£85', Status: 'closed' }
    const outcome = rowCommands(row, reading, first)
    expect(outcome).toEqual(rowCommands({ ...row }, reading, first))
    expect(outcome).toMatchObject({
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
  test.each([
    [{ Site: ' ' }, 'Site name is required.', 'apartmentName'],
    [{ Date: '31/02/2026' }, "'31/02/2026' is not a date", 'createdAt'],
    [{ Date: '21/11/2026' }, 'Created On is in the future.', 'createdAt'],
    [{ Status: 'perhaps' }, "'perhaps' is not a status that can be imported", 'status'],
    [{ Price: '10,50' }, "'10,50' is not a price in pounds", 'price'],
  ])('with %o is refused: %s', (change, reason, field) => {
    expect(
      rowCommands({ No: 'W1', Site: 'Flat 3', Date: '', Price: '', Status: '', ...change }, reading, first),
    ).toEqual({ reason, field, value: expect.any(String) })
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
    expect(report).toEqual({ rows: 100, imported: 100, completed: 73, alreadyThere: 0, refused: [] })
    expect(emitted).toEqual([])
  })
})
