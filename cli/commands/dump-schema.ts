import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { openPostgres } from '#cli/database/embedded-postgres.ts'
import { migrate } from '#migrations/migrate.ts'
import { describeSchema } from '#migrations/schema.ts'

// Writes schema.sql anew from the migrations, in a database made for it. A test compares the two.
const folder = await mkdtemp(path.join(tmpdir(), 'fettle-schema-'))
const server = await openPostgres(folder)
const client = new pg.Client({ connectionString: server.url })
try {
  await migrate(server.url)
  await client.connect()
  await writeFile(new URL('../../migrations/schema.sql', import.meta.url), await describeSchema(client))
} finally {
  await client.end()
  await server.close()
  await rm(folder, { recursive: true })
}
