import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import { inject } from 'vitest'
import { migrate } from '#migrations/migrate.ts'
import { createDistributed, dropDistributed, makeDistributedTemplate } from './citus-databases.ts'
import { connected, on } from './connected.ts'

export type TestDatabase = {
  url: string
  /** Drops it, unless its server is deleted after the run: PostgreSQL writes everything to disk before it drops a database. */
  drop(): Promise<void>
}

/** A fresh, migrated database; distributed, where the tests run on Citus. */
export const createDatabase = (): Promise<TestDatabase> =>
  inject('workers').length > 0 ? createDistributedDatabase() : createPlainDatabase()

/** A fresh, migrated database of one machine, wherever the tests run. */
export const createPlainDatabase = (): Promise<TestDatabase> => createDatabaseFrom(migratedTemplate)

async function createDatabaseFrom(templateOn: typeof migratedTemplate): Promise<TestDatabase> {
  const server = inject('databaseUrl')
  const name = newName()
  await connected(server, async (client) => {
    await client.query(`create database ${name} template ${await templateOn(server, client)}`)
  })
  return {
    url: on(server, name),
    async drop() {
      if (inject('databasesAreTemporary')) return
      await connected(server, (client) => client.query(`drop database ${name} with (force)`))
    },
  }
}

const newName = () => inject('databasePrefix') + randomUUID().replaceAll('-', '')

async function createDistributedDatabase(): Promise<TestDatabase> {
  const servers = [inject('databaseUrl'), ...inject('workers')] as const
  const [name, template] = [newName(), `fettle_citus_template_${await digestOfMigrations()}`]
  // One at a time: each changes the settings of the same roles.
  await connected(servers[0], (client) =>
    withLock(client, 'fettle_citus_template', async () => {
      await makeDistributedTemplate(servers, template)
      await createDistributed(servers, name, template)
    }),
  )
  return { url: on(servers[0], name), drop: () => dropDistributed(servers, name) }
}

/** A fresh database without tables, or with those of a script in SQL. The roles of Fettle are on its server. */
export async function createUnmigratedDatabase(script?: string): Promise<TestDatabase> {
  const database = await createDatabaseFrom(async (server, client) => {
    await migratedTemplate(server, client)
    return 'template0'
  })
  if (script) await connected(database.url, (client) => client.query(script))
  return database
}

/** Migrated once for all test files, and again after a change to a migration; concurrent callers wait for the first. */
async function migratedTemplate(server: string, client: pg.Client): Promise<string> {
  const template = `fettle_template_${await digestOfMigrations()}`
  await withLock(client, template, async () => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template])
    if (rowCount !== 0) return
    await client.query(`drop database if exists ${template}_unfinished with (force)`)
    await client.query(`create database ${template}_unfinished template template0`)
    await migrate(on(server, `${template}_unfinished`))
    await client.query(`alter database ${template}_unfinished rename to ${template}`)
  })
  return template
}

async function withLock(client: pg.Client, name: string, work: () => Promise<void>) {
  await client.query('select pg_advisory_lock(hashtext($1))', [name])
  await work()
  await client.query('select pg_advisory_unlock(hashtext($1))', [name])
}

async function digestOfMigrations(): Promise<string> {
  const folder = new URL('../../migrations/', import.meta.url)
  const digest = createHash('sha256')
  for (const file of (await readdir(folder, { recursive: true })).sort()) {
    if (/^(distribution\/.*|\d+-.*)\.(ts|sql)$/.test(file))
      digest.update(file).update(await readFile(new URL(file, folder)))
  }
  return digest.digest('hex').slice(0, 16)
}
