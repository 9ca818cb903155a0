import pg from 'pg'
import { expect, test } from 'vitest'
import { paths } from '#core/wire/paths.ts'
import { connect } from '#ledger/database/connect.ts'
import { command } from '#test/server/commands.ts'
import { startServer } from '#test/server/server.ts'

test('a running API confirms nothing that may be lost after synchronous_commit was turned off for its role', async () => {
  const server = await startServer({}, { projector: false })
  const { token, user } = await server.registerCompany()
  const admin = new pg.Client({ connectionString: server.database.url })
  await admin.connect()
  const addTodo = async () => {
    const data = { userId: user.userId, todoId: crypto.randomUUID(), text: 'Call the agency' }
    return (await server.call(paths.commands, { token, body: { commands: [command('AddTodo', data)] } })).status
  }
  expect(await addTodo()).toBe(200)

  const earlier = await server.services.ledgerPool.connect()
  const name = new URL(server.database.url).pathname.slice(1)
  await admin.query(`alter role fettle_api in database ${name} set synchronous_commit = off`)
  // Earlier connections keep the setting that they began with.
  const { rows } = await earlier.query('show synchronous_commit')
  expect(rows).toEqual([{ synchronous_commit: 'on' }])
  earlier.release()
  await admin.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await expect.poll(addTodo).toBe(503)
  const unsafe = connect(server.services.config.databaseUrl, 'fettle_api', { max: 1 })
  await expect(unsafe.query('select 1')).rejects.toThrow('synchronous_commit off')
  await unsafe.end()

  await admin.query(`alter role fettle_api in database ${name} reset synchronous_commit`)
  await expect.poll(addTodo).toBe(200)
  await admin.end()
  await server.close()
})
