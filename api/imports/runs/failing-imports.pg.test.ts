import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImportAnswer } from '#core/wire/imports.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { withSuperuser } from '#test/server/erasures.ts'
import { draftImport } from '#test/server/import-files.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
  await superuser(`create function refuse_job() returns trigger language plpgsql as
    $$ begin raise exception 'no jobs of this company'; end $$`)
})
afterAll(() => server.close())

const superuser = (statement: string) => withSuperuser(server.database.url, (client) => client.query(statement))
const figures = async () => (await server.call(paths.metrics)).text()

/** A company whose new jobs the database refuses, as a fault in the code would, until `mend` is called. */
async function faultyCompany() {
  const owner = await server.registerCompany()
  await superuser(`create or replace trigger refuse_job before insert on event for each row
    when (new.company_id = '${owner.user.companyId}' and new.type = 'JobCreated') execute function refuse_job()`)
  return { owner, mend: () => superuser('drop trigger refuse_job on event') }
}

async function startImport(owner: SignedInTest, site: string) {
  const { importId } = await draftImport(server, owner, `Site,Work Order\n${site},WO-1`)
  await server.call(pathTo(paths.startImport, { importId }), { token: owner.token, method: 'POST' })
  return async (): Promise<ImportAnswer> =>
    (await server.call(pathTo(paths.import, { importId }), { token: owner.token })).json()
}
const stateOf = (read: () => Promise<ImportAnswer>) => async () => (await read()).state

test('imports that fail keep no other company waiting, are counted, and go on once they can', async () => {
  const { owner: bad, mend } = await faultyCompany()
  // As many as one process runs at once.
  const failing = [await startImport(bad, '1 Elm Row'), await startImport(bad, '2 Elm Row')]
  failing.push(await startImport(bad, '3 Elm Row'))
  await expect.poll(figures).toContain('fettle_task_failing{task="imports"} 3')
  const good = await startImport(await server.registerCompany(), '4 Elm Row')
  await expect.poll(stateOf(good)).toBe('done')
  for (const read of failing) expect(await stateOf(read)()).toBe('running')

  await mend()
  for (const read of failing) {
    await expect.poll(stateOf(read)).toBe('done')
    expect((await read()).progress).toMatchObject({ rows: 1, imported: 1, refused: 0 })
  }
  await expect.poll(figures).toContain('fettle_task_failing{task="imports"} 0')
})

test('an import that fails every time ends after six tries and says so', async () => {
  const { owner, mend } = await faultyCompany()
  const read = await startImport(owner, '5 Elm Row')
  const state = async () => {
    // Each pause is longer than the one before; this ends it.
    await superuser("update import_run set lease_until = '-infinity' where state = 'running' and lease_until > now()")
    await superuser("select pg_notify('fettle_imports', '')")
    return (await read()).state
  }
  await expect.poll(state).toBe('failed')
  expect((await read()).error).toBe('Something went wrong on our side. Jobs already imported are kept.')
  await mend()
})
