import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImportAnswer } from '#core/wire/imports.ts'
import { paths } from '#core/wire/paths.ts'
import { type FileContent, importCalls, sendImport } from '#test/server/import-files.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'
import { ods } from '#test/workbooks/ods.ts'
import { style, type XlsxCell, xlsx } from '#test/workbooks/xlsx.ts'

let server: TestServer
let olga: SignedInTest
beforeAll(async () => {
  server = await startServer({}, { projector: false })
  olga = await server.registerCompany()
})
afterAll(() => server.close())

const { ask, start, ended, change, refusedRows } = importCalls(() => server)
const upload = async (person: SignedInTest, content: FileContent, name: string): Promise<ImportAnswer> => {
  const answer = await sendImport(server, person, content, name)
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return answer.json()
}
const created = async ({ user }: SignedInTest) => {
  const { rows } = await server.services.overviewPool.query(
    `select data ->> 'apartmentName' site, data ->> 'createdAt' "day",
       jsonb_path_query_array(data, '$.tasks[*].description') tasks
     from event where company_id = $1 and type = 'JobCreated' order by number`,
    [user.companyId],
  )
  return rows
}
const day = (serial: number): XlsxCell => ({ attributes: `s="${style.date}"`, content: `<v>${serial}</v>` })

test('a workbook of complaints gives one job a complaint with a task each, and its refused rows as a file', async () => {
  const owner = await server.registerCompany()
  const rows: XlsxCell[][] = [
    ['Complaint No', 'Property', 'Date reported', 'Problem', 'Price', 'Status'],
    [1001, '1 Elm Row', day(45_981), 'Tap drips', 85.5, 'Open'],
    [undefined, undefined, day(45_981), 'Damp wall', { attributes: '', content: '<f>60*2</f><v>120</v>' }, 'Closed'],
    [],
    [1002, '2 Elm Row', day(45_982), 'Door sticks', 'tbc', 'Open'],
    ['01003', '3 Elm Row', day(45_983), 'Broken pane', undefined, 'Closed'],
  ]
  const after = '<mergeCells><mergeCell ref="A2:A3"/><mergeCell ref="B2:B3"/></mergeCells>'
  const book = xlsx({
    sheets: [
      { name: 'Read me', rows: [['Only words']] },
      { name: 'Jobs', rows, after },
    ],
  })
  const draft = await upload(owner, book, 'complaints.xlsx')
  expect(draft.plan).toMatchObject({
    rows: 4,
    mapping: { apartmentName: ['Property'], createdAt: ['Date reported'], description: ['Problem'], price: ['Price'] },
    workbook: {
      sheet: 1,
      sheets: [
        { name: 'Read me', rows: 0 },
        { name: 'Jobs', rows: 4, formulas: 1, merged: 2 },
      ],
    },
  })
  const mapping = { ...draft.plan.mapping, workOrder: ['Complaint No'] }
  const { importId, checked } = await change(owner, draft, { mapping, oneJobPerOrder: true })
  expect(checked).toMatchObject({ ready: 2, tasks: 3, refused: 1, sameOrders: { orders: 1, rows: 2 } })
  await start(owner, importId)
  expect((await ended(owner, importId)).progress).toMatchObject({ rows: 4, imported: 2, completed: 1, refused: 1 })
  expect(await created(owner)).toEqual([
    { site: '1 Elm Row', day: '2025-11-20', tasks: ['Tap drips', 'Damp wall'] },
    { site: '3 Elm Row', day: '2025-11-22', tasks: ['Broken pane'] },
  ])
  const { rows: refused, name } = await refusedRows(owner, importId)
  expect(name).toBe('attachment; filename=refused-complaints.csv')
  expect(refused).toEqual([
    {
      'Complaint No': '1002',
      Property: '2 Elm Row',
      'Date reported': '2025-11-21',
      Problem: 'Door sticks',
      Price: 'tbc',
      Status: 'Open',
      'Reason for refusal': "'tbc' is not a price in pounds",
    },
  ])
})

test('another sheet can be chosen, whose columns are matched anew, until the import starts', async () => {
  const owner = await server.registerCompany()
  const sheets = [
    {
      name: 'Jan',
      rows: [
        ['Site', 'Job No'],
        ['1 Elm Row', 'J1'],
      ],
    },
    {
      name: 'Feb',
      rows: [
        ['Address', 'Ref'],
        ['2 Elm Row', 'F1'],
        ['3 Elm Row', 'F2'],
      ],
    },
    { name: 'Empty', rows: [['Address']] },
    { name: 'Wide', rows: [Array.from({ length: 501 }, () => 'x')] },
  ]
  for (const book of [ods(sheets), xlsx({ sheets })]) {
    // What a file holds decides, not its name.
    const { importId, checked } = await upload(owner, book, 'jobs.csv')
    expect(checked.ready).toBe(1)
    const choose = (sheet: unknown) => ask(owner, paths.importSheet, importId, 'PUT', { sheet })
    const chosen: ImportAnswer = await (await choose(1)).json()
    expect(chosen).toMatchObject({
      plan: { rows: 2, mapping: { apartmentName: ['Address'], workOrder: ['Ref'] }, workbook: { sheet: 1 } },
      checked: { ready: 2 },
    })
    const faults: unknown[] = []
    for (const sheet of [2, 3, 4, -1]) faults.push(await (await choose(sheet)).json())
    expect(faults).toMatchObject([
      { error: 'This sheet has no rows below its headings.', field: 'sheet' },
      { error: 'This sheet has more than 500 columns.', field: 'sheet' },
      { error: 'There is no such sheet.', field: 'sheet' },
      { field: 'sheet' },
    ])
  }
  const { importId } = await upload(owner, xlsx({ sheets }), 'jobs.xlsx')
  await start(owner, importId)
  await ended(owner, importId)
  expect((await ask(owner, paths.importSheet, importId, 'PUT', { sheet: 1 })).status).toBe(409)
  expect(await created(owner)).toMatchObject([{ site: '1 Elm Row' }])
})

test.each([
  ['an archive that is no workbook', 'PK\u0003\u0004rest', 'This workbook is damaged'],
  ['a workbook cut short', xlsx({ sheets: [{ name: 'Jobs', rows: [['Site'], ['1']] }] }).slice(0, 900), 'damaged'],
  ['a workbook without rows', xlsx({ sheets: [{ name: 'Jobs', rows: [['Site']] }] }), 'no rows below its headings'],
  ['a bomb', xlsx({ sheets: [{ name: 'Jobs', xml: Buffer.alloc(210_000_000, ' ') }] }), 'too large to be unpacked'],
  [
    'an old or locked workbook',
    new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]),
    'old workbook (.xls) or one with a password',
  ],
  [
    'a web page called .xls',
    '<html><table><tr><td>Site</td></tr></table></html>',
    'This is a web page, whatever its name says.',
  ],
])('%s is refused with the reason', async (_, content, error) => {
  const answer = await sendImport(server, olga, content, 'jobs.xlsx')
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ error: expect.stringContaining(error), field: 'file' })
})

test('other requests are answered while a large workbook is read', async () => {
  const rows = Array.from({ length: 10_000 }, (_, nth) => [`Flat ${nth}`, `W${nth}`, 'word '.repeat(40)])
  const importing = upload(
    olga,
    xlsx({ sheets: [{ name: 'Jobs', rows: [['Site', 'Work Order', 'Notes'], ...rows] }] }),
    'jobs.xlsx',
  )
  let isRead = false
  let answered = 0
  void importing.finally(() => {
    isRead = true
  })
  while (!isRead) {
    expect((await server.call(paths.healthz)).status).toBe(200)
    answered += 1
  }
  expect((await importing).checked.ready).toBe(10_000)
  expect(answered).toBeGreaterThan(20)
})
