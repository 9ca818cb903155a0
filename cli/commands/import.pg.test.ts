import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { registerCompany } from '#api/auth/accounts/register-company.ts'
import { wallClock } from '#core/time/wall-clock.ts'
import { paths } from '#core/wire/paths.ts'
import { readHead } from '#ledger/log/read.ts'
import { runFettle } from '#test/faults/fettle-process.ts'
import { createJob } from '#test/server/commands.ts'
import { startServer, type TestServer } from '#test/server/server.ts'
import { ods } from '#test/workbooks/ods.ts'

let server: TestServer
let folder: string
beforeAll(async () => {
  server = await startServer({}, {})
  folder = await mkdtemp(join(tmpdir(), 'fettle-import-'))
})
afterAll(async () => {
  await server?.close()
  await rm(folder, { recursive: true })
})

const importing = (email: string, file: string, ...more: string[]) => {
  const { databaseUrl, dataFolder } = server.services.config
  return runFettle(['import', file, '--company', email, ...more], {
    DATABASE_URL: databaseUrl,
    FETTLE_DATA: dataFolder,
  })
}
const fileOf = async (text: string) => {
  const file = join(folder, `${randomUUID()}.csv`)
  await writeFile(file, text)
  return file
}

test('the operator imports for a company until it is closed, and again once it is open', async () => {
  const { user, token } = await server.registerCompany({ businessName: 'Harrow & Pike' })
  const file = await fileOf('Site,Work Order\n1 Elm Row,WO-1\n')
  const imported = () => importing(user.email, file)
  const head = async () => (await readHead(server.services.ledgerPool, user.companyId))?.seq

  await server.call(paths.companyClosing, { token, body: { name: 'Harrow & Pike' } })
  const closed = await head()
  const refused = await imported()
  expect({ code: refused.code, errors: refused.errors }).toEqual({
    code: 1,
    errors: expect.stringContaining('The company was closed. Its owner can reopen it until it is erased.'),
  })
  expect(await head()).toBe(closed)
  await server.call(paths.companyClosing, { token, method: 'DELETE' })
  expect(await imported()).toMatchObject({ code: 0, out: expect.stringContaining('1 rows: 1 imported') })
})

describe('the operator’s import has the rules of the screen:', () => {
  test('a row with the site and work order of a job entered by hand is refused, and one imported before is not', async () => {
    const owner = await server.registerCompany()
    const { seq } = await createJob(server, owner, { apartmentName: '1 Elm Row', workOrder: 'WO-1' })
    await server.call(`${paths.jobs}?after=${seq}`, { token: owner.token })
    const file = await fileOf('Site,Work Order\n1 elm row,WO-1\n2 Elm Row,WO-2\n')
    expect(await importing(owner.user.email, file)).toMatchObject({
      code: 1,
      out: expect.stringMatching(/2 rows: 1 imported.*1 rejected.*line 2: Same site and work order as job 00001\./s),
    })
    expect(await importing(owner.user.email, file)).toMatchObject({
      out: expect.stringMatching(/0 imported \(0 completed\), 1 imported before, 1 rejected/),
    })
  })

  test('today is the day in the company’s time zone', async () => {
    // Of these two zones one is always on another day than UTC.
    const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago']
    const dayIn = (zone: string) => wallClock(new Date().toISOString(), zone).day
    const timeZone = zones.find((zone) => dayIn(zone) !== dayIn('UTC'))
    if (timeZone === undefined) throw new Error('One of them is on another day.')
    const email = `${randomUUID()}@example.com`
    const owner = { businessName: 'Harrow & Pike', username: 'olga', email, password: 'kettle-and-fern', timeZone }
    const account = await registerCompany(server.services.authPool, owner)
    if (typeof account === 'string' || !('companyId' in account)) throw new Error('The company was not registered.')
    expect(await importing(email, await fileOf('Site\n1 Elm Row\n'))).toMatchObject({ code: 0 })
    const { rows } = await server.services.overviewPool.query(
      "select data ->> 'createdAt' as day from event where company_id = $1 and type = 'JobCreated'",
      [account.companyId],
    )
    expect(rows).toEqual([{ day: dayIn(timeZone) }])
  })

  test('it asks for the order of days and months where nothing shows it, and makes the rows of an order one job if told', async () => {
    const { user } = await server.registerCompany()
    const file = await fileOf('Site,Work Order,Date,Fault\n1 Elm Row,W1,03/04/2026,Tap\n1 Elm Row,W1,04/04/2026,Door\n')
    expect(await importing(user.email, file)).toMatchObject({
      code: 1,
      errors: expect.stringContaining(
        'Nothing in the file shows whether 03/04/2026 has the day or the month first. Say which: --dates dmy or --dates mdy',
      ),
    })
    const chosen = ['--dates', 'dmy', '--map', 'Work Order=workOrder']
    expect(await importing(user.email, file, ...chosen, '--dry-run')).toMatchObject({
      code: 1,
      out: expect.stringMatching(/1 would be imported.*Only the first row of each was taken/s),
    })
    expect(await importing(user.email, file, ...chosen, '--one-job-per-order')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/2 rows: 1 imported.*The jobs have 2 tasks/s),
    })
  })

  test('a sheet of a workbook is imported by its name, and what was read of it is told', async () => {
    const { user } = await server.registerCompany()
    const file = join(folder, 'jobs.ods')
    const formula = {
      attributes: 'office:value-type="string" table:formula="of:=A1"',
      content: '<text:p>2 Elm Row</text:p>',
    }
    const sheets = [
      { name: 'January', rows: [['Site'], ['1 Elm Row']] },
      { name: 'February', rows: [['Site'], [formula]] },
    ]
    await writeFile(file, ods(sheets))
    expect(await importing(user.email, file, '--sheet', 'March')).toMatchObject({
      code: 1,
      errors: expect.stringContaining("There is no sheet 'March'. The file has: January, February"),
    })
    expect(await importing(user.email, file, '--sheet', 'February')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/Sheet 'February'; not imported: January.*1 cell has a formula.*1 rows: 1 imported/s),
    })
  })

  test('nothing is imported once the trial has ended', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 20 * 86_400_000 })
    const { user } = await server.registerCompany()
    vi.useRealTimers()
    const refused = await importing(user.email, await fileOf('Site\n1 Elm Row\n'))
    expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining('Your free trial has ended.') })
  })
})
