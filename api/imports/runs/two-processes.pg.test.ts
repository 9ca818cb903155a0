import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImportAnswer } from '#core/wire/imports.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { createDatabase, type TestDatabase } from '#test/database/database.ts'
import { draftImport } from '#test/server/import-files.ts'
import { startServer, type TestServer } from '#test/server/server.ts'

let database: TestDatabase
let servers: TestServer[]
let superuser: pg.Client
beforeAll(async () => {
  database = await createDatabase()
  servers = await Promise.all([true, false, false].map((projector) => startServer({}, { database, projector })))
  superuser = new pg.Client({ connectionString: database.url })
  await superuser.connect()
})
afterAll(async () => {
  await superuser.end()
  await Promise.all(servers.map((one) => one.close()))
  await database.drop()
})

test('an import whose lease moves between processes creates and counts each job once', async () => {
  const [server] = servers
  if (!server) throw new Error('There are three.')
  const owner = await server.registerCompany()
  // Some rows have a work order, some are identified by their cells, some are identical, refused or completed.
  const rows = Array.from({ length: 100 }, (_, nth) =>
    [
      `${nth % 20 === 7 ? '' : `${nth % 80} Elm Row`}`,
      nth % 3 === 0 ? `WO-${nth}` : '',
      nth % 2 ? 'closed' : 'open',
    ].join(),
  )
  const { importId, checked } = await draftImport(server, owner, ['Site,Work Order,Status', ...rows].join('\n'))
  const read = async (): Promise<ImportAnswer> =>
    (await server.call(pathTo(paths.import, { importId }), { token: owner.token })).json()
  await server.call(pathTo(paths.startImport, { importId }), { token: owner.token, method: 'POST' })

  // The old process continues until its next batch, while the new one starts at the last saved progress.
  let taken = 0
  for (let seen = -1, now = await read(); now.state === 'running'; now = await read()) {
    if (now.progress.rows === seen) continue
    const { rowCount } = await superuser.query(
      "update import_run set lease_until = '-infinity' where state = 'running' and lease_until > now()",
    )
    if (!rowCount) continue
    await superuser.query("select pg_notify('fettle_imports', '')")
    seen = now.progress.rows
    taken += 1
  }
  expect(taken).toBeGreaterThan(3)
  const { progress, state } = await read()
  const refused = rows.length - checked.ready
  expect(refused).toBeGreaterThanOrEqual(5)
  expect({ state, ...progress }).toMatchObject({ state: 'done', rows: 100, imported: checked.ready, refused })
  const events = async (type: string) =>
    (
      await superuser.query('select stream_id from event where company_id = $1 and type = $2', [
        owner.user.companyId,
        type,
      ])
    ).rows
  expect(await events('JobCreated')).toHaveLength(checked.ready)
  expect(await events('TaskCompleted')).toHaveLength(progress.completed)
  const { rowCount } = await superuser.query('select from import_refusal where import_id = $1', [importId])
  expect(rowCount).toBe(refused)
})
