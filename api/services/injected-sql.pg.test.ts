import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paths } from '#core/wire/paths.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { append } from '#ledger/log/append.ts'
import { sampleAppend } from '#test/histories/sample-appends.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
let own: SignedInTest
let other: SignedInTest
beforeAll(async () => {
  server = await startServer({}, { projector: false })
  own = await server.registerCompany()
  other = await server.registerCompany()
})
afterAll(() => server.close())

/** Runs statements as if they had been injected into a query of the own company's session. */
const inject = (statements: string, pool: pg.Pool = server.services.ledgerPool) =>
  inCompany(pool, own.user.companyId, (client) => client.query(statements))

/** The same, each in a message of its own: Citus refuses those that follow a setting in the same one. Returns the last answer. */
const injectApart = (...statements: string[]) =>
  inCompany(server.services.ledgerPool, own.user.companyId, async (client) => {
    const answers = []
    for (const one of statements) answers.push(await client.query(one))
    return answers.at(-1)
  })

const rewrite = "update event set data = '{}' where seq = 1"

describe('statements injected into a query of the API', () => {
  test.each([
    ['become the login and rewrite events', `reset role; set role none; ${rewrite}`],
    ['become the login and stop the trigger', 'set role none; alter table event disable trigger all'],
    ['become the login and take policies away', 'set role none; drop policy own_company on event'],
    ['become the owner of the log', 'set role none; set role fettle_ledger'],
    ['become the role that signs people in', 'set role fettle_auth; select password_hash from account'],
    ['become the role of the read models', 'set role fettle_projector'],
    ['be another session', 'set session authorization fettle_ledger'],
    ['run a program', "set role none; copy (select 1) to program 'true'"],
    ['read a file', "set role none; select pg_read_file('postgresql.conf')"],
    ['read the key of the wall', 'select * from wall_key'],
    ['write a row of the log', 'insert into event select * from event'],
  ])('cannot %s', async (_, statements) => {
    await expect(inject(statements)).rejects.toThrow(/permission denied|must be (owner|superuser)|violates/)
  })

  test('neither can those of the sessions for signing in and for figures', async () => {
    for (const pool of [server.services.authPool, server.services.overviewPool]) {
      const become = pool.query(
        'set transaction read write; reset role; set role none; alter table event disable trigger all',
      )
      await expect(become).rejects.toThrow(/must be owner/)
    }
  })

  test('see no row of another company, however they set it', async () => {
    const setting = `set local fettle.company = '${other.user.companyId}'`
    const visible = async (...statements: string[]) =>
      (await injectApart(...statements, 'select company_id from event'))?.rowCount
    expect(await visible()).toBeGreaterThan(0)
    expect(await visible(setting)).toBe(0)
    expect(await visible(setting, "set local fettle.proof = ''")).toBe(0)
    expect(await visible(setting, 'reset fettle.proof')).toBe(0)
    expect(await visible("set local fettle.company = ''")).toBe(0)
  })

  test('see nothing with a proof that another connection showed', async () => {
    const { ledgerPool } = server.services
    const seen = await inCompany(ledgerPool, other.user.companyId, async (client) => {
      const { rows } = await client.query("select current_setting('fettle.proof') as proof")
      expect((await client.query('select from event')).rowCount).toBeGreaterThan(0)
      const stolen = await injectApart(
        `set local fettle.company = '${other.user.companyId}'; set local fettle.proof = '${rows[0]?.proof}'`,
        'select from event',
      )
      return stolen?.rowCount
    })
    expect(seen).toBe(0)
  })

  test('write nothing of another company that the API itself could write', async () => {
    await expect(
      injectApart(
        `set local fettle.company = '${other.user.companyId}'`,
        `insert into import_namespace values ('${other.user.companyId}', '${uuid()}')`,
      ),
    ).rejects.toThrow('row-level security')
  })

  test('append to no other company, with or without its setting', async () => {
    const before = await server.services.overviewPool.query('select company_id, seq from company_head order by 1')
    const text = (companyId: string) =>
      `select append('${companyId}', '${uuid()}', '', 'company', '${uuid()}', 0, null, 'owner', now(), 'server', '[]', null, null)`
    const together = (companyId: string) => `select append_commands('${companyId}', '[]', '{}')`
    const foreign = other.user.companyId
    for (const setting of ['', `set local fettle.company = '${foreign}';`, "set local fettle.company = '';"]) {
      await expect(inject(setting + text(foreign))).rejects.toThrow('only to its own company')
      await expect(inject(setting + together(foreign))).rejects.toThrow('only to its own company')
    }
    await expect(inject(text(own.user.companyId))).rejects.toThrow('only to its own company')
    const after = await server.services.overviewPool.query('select company_id, seq from company_head order by 1')
    expect(after.rows).toEqual(before.rows)
  })
})

test('a command within the transaction of one company appends nothing to another', async () => {
  const appended = inCompany(server.services.ledgerPool, own.user.companyId, (client) =>
    append(client, sampleAppend({ companyId: other.user.companyId })),
  )
  await expect(appended).rejects.toThrow('only to its own company')
})

test('what the API does by itself goes on: commands of many companies at once, reads and sign-in', async () => {
  const companies = [own, other, await server.registerCompany()]
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, nth) => {
      const { token, user } = companies[nth % companies.length] ?? own
      const command = { commandId: uuid(), happenedAt: new Date().toISOString(), type: 'AddTodo' }
      const data = { userId: user.userId, todoId: uuid(), text: `Call ${nth}` }
      return server.call(paths.commands, { token, body: { commands: [{ ...command, data }] } })
    }),
  )
  for (const answer of answers) expect(await answer.json()).toMatchObject({ results: [{ status: 'accepted' }] })
  expect((await server.call(paths.history, { token: own.token })).status).toBe(200)
  const { email } = own.user
  expect((await server.call(paths.login, { body: { email, password: own.password } })).status).toBe(200)
})
