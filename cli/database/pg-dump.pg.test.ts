import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { makeDemoCompany } from '#cli/demo/demo-company.ts'
import { connect } from '#ledger/database/connect.ts'
import { checksum } from '#projector/rows/checksum.ts'
import { type InstalledPostgres, startInstalledPostgres } from '#test/database/installed-postgres.ts'
import { runFettle } from '#test/faults/fettle-process.ts'

/** Undefined where no PostgreSQL is installed: Fettle's own backup is used then, on the server that all tests share. */
let installed: InstalledPostgres | undefined
let folder: string
let urlOf: (database: string) => string
const names = { first: 'fettle', again: 'fettle_again' }

beforeAll(async () => {
  installed = await startInstalledPostgres()
  folder = await mkdtemp(path.join(tmpdir(), 'fettle-dump-'))
  urlOf = installed?.urlOf ?? ((database) => new URL(`/${database}`, inject('databaseUrl')).href)
  if (!installed) Object.assign(names, { first: `dumped_${process.pid}`, again: `dumped_${process.pid}_again` })
})
afterAll(async () => {
  await installed?.close()
  await rm(folder, { recursive: true })
})

async function query(database: string, ...statements: string[]) {
  const client = new pg.Client({ connectionString: urlOf(database) })
  await client.connect()
  try {
    const results = []
    for (const statement of statements) results.push(await client.query(statement))
    return results.at(-1)?.rows ?? []
  } finally {
    await client.end()
  }
}

/** Runs a Fettle command on a database and returns its output. */
async function fettle(url: string, ...args: string[]) {
  const { code, out, errors } = await runFettle([...args, '--json'], { DATABASE_URL: url })
  if (code !== 0) throw new Error(`fettle ${args[0]} failed: ${errors}`)
  return JSON.parse(out)
}

async function stateOf(url: string) {
  const pool = connect(url, 'fettle_projector')
  const { rows } = await pool.query('select company_id, seq, epoch from company_head')
  const sums = await Promise.all(rows.map((one) => checksum(pool, one.company_id)))
  await pool.end()
  return { rows, sums }
}

/** The commands of the operator's guide that dump and restore with PostgreSQL's own programs. */
async function documentedLines(version: string) {
  const guide = await readFile(new URL('../../docs/operators.md', import.meta.url), 'utf8')
  const blocks = guide.split('```sh\n').map((text) => text.split('```')[0] ?? '')
  const lines = blocks.find((block) => block.includes('pg_dump')) ?? ''
  const builtin = /From PostgreSQL 17 on write `(.*?)`/.exec(guide)?.[1] ?? ''
  expect(lines).toContain('pg_restore')
  return Number.parseFloat(version) >= 17 ? lines.replace('--locale=C.UTF-8', builtin) : lines
}

test('a database dumped and restored as the guide describes verifies and replays to the same rows', async () => {
  // As in the guide, the owner is not a superuser.
  if (installed) await query('postgres', "create role fettle login createrole password 'fettle'")
  const owner = installed ? 'owner fettle' : ''
  await query('postgres', `create database ${names.first} ${owner} encoding 'UTF8' locale 'C.UTF-8' template template0`)
  const asOwner = (database: string) =>
    installed ? urlOf(database).replace('super@', 'fettle:fettle@') : urlOf(database)
  const [first, again] = [asOwner(names.first), asOwner(names.again)]
  await fettle(first, 'migrate')
  await makeDemoCompany(first, Date.parse('2026-11-20T12:00:00Z'), 40, () => undefined)
  await fettle(first, 'replay', '--all')
  const before = await stateOf(first)

  if (installed) {
    installed.shell(await documentedLines(installed.version), {
      SUPERUSER_URL: urlOf(names.first),
      NEW_SERVER_URL: urlOf('postgres'),
      AGAIN_URL: urlOf(names.again),
    })
    expect(installed.shell('ls -l fettle.dump', {})).toMatch(/^-rw-------/)
  } else {
    await fettle(first, 'backup', path.join(folder, 'fettle.sql.gz'))
    await query('postgres', `create database ${names.again} template template0`)
    await fettle(again, 'restore', path.join(folder, 'fettle.sql.gz'))
  }
  console.info(`restored by ${installed ? `pg_dump and pg_restore ${installed.version}` : 'fettle backup and restore'}`)

  const { companies } = await fettle(again, 'verify')
  expect(companies).toEqual([expect.objectContaining({ events: before.rows[0]?.seq })])
  expect(await fettle(again, 'replay', '--all')).toMatchObject({ companies: { done: 1 }, failed: [] })
  const after = await stateOf(again)
  expect(after.sums).toEqual(before.sums)
  expect(after.rows).toEqual(before.rows.map((one) => ({ ...one, epoch: expect.anything() })))
  for (const [at, { epoch }] of before.rows.entries())
    expect(Number(after.rows[at]?.epoch)).toBeGreaterThan(Number(epoch))
  expect(await fettle(again, 'migrate')).toEqual({ migrations: [] })
  await expect(query(names.again, 'delete from event')).rejects.toThrow('append-only')
  const api = connect(again, 'fettle_api', { max: 1 })
  expect((await api.query('select from event')).rowCount).toBe(0)
  await api.end()
  if (!installed) await query('postgres', `drop database ${names.first}`, `drop database ${names.again}`)
})
