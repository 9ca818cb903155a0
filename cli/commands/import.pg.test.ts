import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '#core/wire/paths.ts'
import { readHead } from '#ledger/log/read.ts'
import { runFettle } from '#test/faults/fettle-process.ts'
import { startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
let folder: string
beforeAll(async () => {
  server = await startServer({}, { projector: false })
  folder = await mkdtemp(join(tmpdir(), 'fettle-import-'))
})
afterAll(async () => {
  await server?.close()
  await rm(folder, { recursive: true })
})

test('the operator imports for a company until it is closed, and again once it is open', async () => {
  const { user, token } = await server.registerCompany({ businessName: 'Harrow & Pike' })
  const file = join(folder, 'jobs.csv')
  await writeFile(file, 'Site,Work Order\n1 Elm Row,WO-1\n')
  const { databaseUrl, dataFolder } = server.services.config
  const imported = () =>
    runFettle(['import', file, '--company', user.email], { DATABASE_URL: databaseUrl, FETTLE_DATA: dataFolder })
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
