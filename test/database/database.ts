import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { inject } from 'vitest'
import { migrate } from '#migrations/migrate.ts'

export type TestDatabase = {
  url: string
  /** Drops it, unless its server is deleted after the run: PostgreSQL writes everything to disk before it drops a database. */
  drop(): Promise<void>
}

/** A fresh, migrated database. */
export const createDatabase = (): Promise<TestDatabase> => createDatabaseFrom(migratedTemplate)

async function createDatabaseFrom(templateOn: typeof migratedTemplate): Promise<TestDatabase> {
  const server = inject('databaseUrl')
  const name = inject('databasePrefix') + randomUUID().replaceAll('-', '')
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
  await client.query('select pg_advisory_lock(hashtext($1))', [template])
  const { rowCount } = await client.query('select from pg_database where datname = $1', [template])
  if (rowCount === 0) {
    await client.query(`drop database if exists ${template}_unfinished with (force)`)
    await client.query(`create database ${template}_unfinished template template0`)
    await migrate(on(server, `${template}_unfinished`))
    await client.query(`alter database ${template}_unfinished rename to ${template}`)
  }
  await client.query('select pg_advisory_unlock(hashtext($1))', [template])
  return template
}

async function digestOfMigrations(): Promise<string> {
  const folder = new URL('../../migrations/', import.meta.url)
  const digest = createHash('sha256')
  for (const file of (await readdir(folder)).sort()) {
    if (/^\d+-.*\.(ts|sql)$/.test(file)) digest.update(file).update(await readFile(new URL(file, folder)))
  }
  return digest.digest('hex').slice(0, 16)
}

async function connected<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function on(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}
