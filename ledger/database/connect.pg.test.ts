import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { v7 as uuid } from 'uuid'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { append } from '#ledger/log/append.ts'
import { readHead } from '#ledger/log/read.ts'
import { createDatabase, type TestDatabase } from '#test/database/database.ts'
import { openHalfOpenProxy } from '#test/database/half-open-proxy.ts'
import { openOwnPostgres } from '#test/database/own-postgres.ts'
import { sampleAppend } from '#test/histories/sample-appends.ts'
import { connect, inCompany, readInCompany, refuseUnsafe, UnsafeDatabase } from './connect.ts'

let database: TestDatabase
const closing: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  database = await createDatabase()
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})
afterAll(() => database.drop())

function poolTo(url: string, options: Parameters<typeof connect>[2] = {}) {
  const pool = connect(url, 'fettle_api', options)
  closing.push(() => pool.end())
  return pool
}
const companyId = uuid()
const one = { text: 'select 1 as one' }
const terminate = async (pid: number) => {
  const admin = new pg.Client({ connectionString: database.url })
  await admin.connect()
  await admin.query('select pg_terminate_backend($1::integer)', [pid])
  await admin.end()
}
const pidOf = async (client: pg.ClientBase) =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid ?? 0

test('an address with its own options keeps them, and the role is still assumed', async () => {
  const address = `${database.url}?options=${encodeURIComponent('-c work_mem=7MB -c role=fettle_projector')}`
  const pool = poolTo(address)
  const { rows } = await pool.query("select current_user as who, current_setting('work_mem') as memory")
  expect(rows).toEqual([{ who: 'fettle_api', memory: '7MB' }])
})

describe('a broken connection fails only its own work', () => {
  test('a backend killed in the middle of a transaction does not end the process, and the pool recovers', async () => {
    const pool = poolTo(database.url, { max: 1 })
    for (let round = 0; round < 10; round += 1) {
      const killed = inCompany(pool, companyId, async (client) => {
        await append(client, sampleAppend({ companyId }))
        await terminate(await pidOf(client))
        await client.query('select 1')
      })
      await expect(killed).rejects.toThrow()
      const [answer] = await readInCompany(pool, companyId, [one])
      expect(answer.rows).toEqual([{ one: 1 }])
    }
    expect(await readHead(pool, companyId)).toBeUndefined()
  })

  test('a backend killed during a read is replaced', async () => {
    const pool = poolTo(database.url, { max: 1 })
    const pid = await inCompany(pool, companyId, pidOf)
    const reading = readInCompany(pool, companyId, [{ text: 'select pg_sleep(5)' }, one])
    const failed = expect(reading).rejects.toThrow()
    await sleep(200)
    await terminate(pid)
    await failed
    expect((await readInCompany(pool, companyId, [one]))[0].rows).toEqual([{ one: 1 }])
  })

  test('a restart of PostgreSQL fails the queries in progress, then the pool recovers', async () => {
    const server = await openOwnPostgres()
    closing.push(server.close)
    const pool = poolTo(server.url, { max: 4 })
    const idle = readInCompany(pool, companyId, [one])
    const busy = inCompany(pool, companyId, (client) => client.query('select pg_sleep(20)'))
    const failed = expect(busy).rejects.toThrow()
    await idle
    await server.stop()
    await failed
    await expect(append(pool, sampleAppend({ companyId }))).rejects.toThrow()
    await server.start()
    expect(await append(pool, sampleAppend({ companyId }))).toMatchObject({ outcome: 'appended', seq: 1 })
  })

  test('a connection that goes silent fails its query with a timeout and is replaced', async () => {
    const proxy = await openHalfOpenProxy(database.url)
    closing.push(proxy.close)
    const pool = poolTo(proxy.url, { max: 2, queryTimeout: 1_000 })
    await Promise.all([readInCompany(pool, companyId, [one]), readInCompany(pool, companyId, [one])])
    proxy.freeze()
    await expect(readInCompany(pool, companyId, [one])).rejects.toThrow('timeout')
    await expect(inCompany(pool, companyId, (client) => client.query(one))).rejects.toThrow('timeout')
    expect((await readInCompany(pool, companyId, [one]))[0].rows).toEqual([{ one: 1 }])
  })
})

describe('a transaction has the outcome of its work', () => {
  test('an error that the work swallows is not reported as a commit', async () => {
    const pool = poolTo(database.url)
    const hidden = inCompany(pool, companyId, async (client) => {
      await client.query('select 1 / 0').catch(() => undefined)
    })
    await expect(hidden).rejects.toThrow('rolled back')
  })

  test('a failed read reports its reason and leaves the connection usable', async () => {
    const pool = poolTo(database.url, { max: 1 })
    const pid = await inCompany(pool, companyId, pidOf)
    await expect(readInCompany(pool, companyId, [one, { text: 'select 1 / 0' }, one])).rejects.toThrow(
      'division by zero',
    )
    expect(await inCompany(pool, companyId, pidOf)).toBe(pid)
  })

  test('an invalid company id never reaches the database', async () => {
    const pool = poolTo(database.url)
    await expect(readInCompany(pool, "x'; drop table event; --", [one])).rejects.toThrow(TypeError)
    await expect(readInCompany(pool, '', [one])).rejects.toThrow(TypeError)
    expect((await readInCompany(pool, companyId, [one]))[0].rows).toEqual([{ one: 1 }])
  })
})

describe('a database that may lose confirmed commits is refused', () => {
  test('the default configuration is accepted', async () => {
    await refuseUnsafe(poolTo(database.url))
  })

  test('with synchronous_commit off it is refused, whether for the database or the role', async () => {
    const name = new URL(database.url).pathname.slice(1)
    const admin = new pg.Client({ connectionString: database.url })
    await admin.connect()
    closing.push(() => admin.end())
    await admin.query(`alter database ${name} set synchronous_commit = off`)
    await expect(refuseUnsafe(poolTo(database.url))).rejects.toThrow(UnsafeDatabase)
    await admin.query(`alter database ${name} reset synchronous_commit`)
    await refuseUnsafe(poolTo(database.url))
  })

  test.each(['fsync', 'full_page_writes', 'synchronous_commit'])(
    'with %s off it is refused by name',
    async (setting) => {
      const server = await openOwnPostgres()
      closing.push(server.close)
      const admin = new pg.Client({ connectionString: server.url })
      await admin.connect()
      await admin.query(`alter system set ${setting} = off`)
      await admin.query('select pg_reload_conf()')
      await admin.end()
      await sleep(500)
      await expect(refuseUnsafe(poolTo(server.url))).rejects.toThrow(setting)
    },
  )
})
