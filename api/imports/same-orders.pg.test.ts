import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '#core/wire/paths.ts'
import { draftImport, importCalls } from '#test/server/import-files.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({}, { projector: false })
})
afterAll(() => server.close())

const upload = (person: SignedInTest, content: string) => draftImport(server, person, content)
const { ask, read, start, ended, change, refusedRows } = importCalls(() => server)

test('rows of one work order at one site are refused but the first, until they are made the tasks of one job', async () => {
  const olga = await server.registerCompany()
  const rows = [
    'C1,1 Elm Row,Tap drips,85,open',
    'C2,2 Elm Row,Door sticks,,closed',
    'C1,1 Elm Row,Damp wall,120,open',
    'C3,3 Elm Row,Broken pane,tbc,open',
    'C3,3 Elm Row,Loose tile,40,open',
    'C1,1 Elm Row,Tap drips,85,open',
    'C1,4 Elm Row,Tap drips,85,open',
  ]
  const file = await upload(olga, ['Work Order,Site,Fault,Price,Status', ...rows].join('\n'))
  // Too few rows to tell from a code that sites share.
  const mapping = { ...file.plan.mapping, workOrder: ['Work Order'] }
  const draft = await change(olga, file, { mapping })
  expect(draft.checked).toMatchObject({ ready: 4, tasks: 4, refused: 3, sameOrders: { orders: 2, rows: 5 } })
  expect(draft.checked.refusedRows.map(({ line, reason }) => [line, reason])).toEqual([
    [4, 'Another row has work order C1 at this site'],
    [5, "'tbc' is not a price in pounds"],
    [7, 'Another row has work order C1 at this site'],
  ])
  const together = await change(olga, draft, { oneJobPerOrder: true })
  expect(together.checked).toMatchObject({ ready: 3, tasks: 4, refused: 3, sameOrders: { orders: 2, rows: 5 } })
  expect(together.checked.refusedRows.map(({ line, reason }) => [line, reason])).toEqual([
    [5, "'tbc' is not a price in pounds"],
    [6, 'Row 5 of this work order cannot be imported, so the others are not.'],
    [7, 'The same as row 2.'],
  ])
  await start(olga, draft.importId)
  expect((await ended(olga, draft.importId)).progress).toMatchObject({ rows: 7, imported: 3, completed: 1, refused: 3 })
  const { rows: jobs } = await server.services.overviewPool.query(
    `select data -> 'apartmentName' site, jsonb_path_query_array(data, '$.tasks[*].description') tasks
     from event where company_id = $1 and type = 'JobCreated' order by number`,
    [olga.user.companyId],
  )
  expect(jobs).toEqual([
    { site: '2 Elm Row', tasks: ['Door sticks'] },
    { site: '1 Elm Row', tasks: ['Tap drips', 'Damp wall'] },
    { site: '4 Elm Row', tasks: ['Tap drips'] },
  ])
  // The file of refused rows has whole orders: corrected, they become the missing job.
  const after = await refusedRows(olga, draft.importId)
  const corrected = await upload(olga, after.text.replace('tbc', '60'))
  const rest = await change(olga, corrected, { mapping, oneJobPerOrder: true })
  expect(rest.checked).toMatchObject({ ready: 1, tasks: 2, refused: 1 })
})

test('an import of ten thousand rows that become tasks of jobs goes through, and resumes with every row a task of one job', {
  timeout: 300_000,
}, async () => {
  const olga = await server.registerCompany()
  const rows = Array.from({ length: 10_000 }, (_, nth) => `C-${nth % 100},${nth % 100} Elm Row,Problem ${nth}`)
  const file = ['Work Order,Site,Fault', ...rows].join('\n')
  const { importId } = await change(olga, await upload(olga, file), { oneJobPerOrder: true })
  await start(olga, importId)
  await expect
    .poll(async () => (await read(olga, importId)).progress.rows, { interval: 5, timeout: 60_000 })
    .toBeGreaterThan(0)
  await ask(olga, paths.stopImport, importId, 'POST')
  expect((await ended(olga, importId)).state).toBe('stopped')
  await start(olga, importId)
  expect((await ended(olga, importId)).progress).toMatchObject({ rows: 10_000, imported: 100, refused: 0 })
  const { rows: events } = await server.services.overviewPool.query(
    `select count(*)::int jobs, sum(jsonb_array_length(data -> 'tasks'))::int tasks from event
     where company_id = $1 and type = 'JobCreated'`,
    [olga.user.companyId],
  )
  expect(events).toEqual([{ jobs: 100, tasks: 10_000 }])
})
