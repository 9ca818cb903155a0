import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { openPostgres } from '#cli/database/embedded-postgres.ts'
import { migrate } from '#migrations/migrate.ts'
import { describeSchema } from '#migrations/schema.ts'
import { describeTableTypes } from '#migrations/table-types.ts'

// Writes schema.sql and the types of the tables from a freshly migrated database. Tests compare both with the migrations.
const folder = await mkdtemp(path.join(tmpdir(), 'fettle-schema-'))
const server = await openPostgres(folder)
const client = new pg.Client({ connectionString: server.url })
try {
  await migrate(server.url)
  await client.connect()
  await writeFile(new URL('../../migrations/schema.sql', import.meta.url), await describeSchema(client))
  await writeFile(new URL('../../ledger/database/tables.ts', import.meta.url), await describeTableTypes(client))
} finally {
  await client.end()
  await server.close()
  await rm(folder, { recursive: true })
}
