import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

// As often as an idle projector asks, and as much: two statements that answer one row. Nothing else is in this process.
const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
await client.connect()
process.stdout.write('"asking"\n')
for (;;) {
  await sleep(700)
  await client.query('select 1')
  await client.query('select 2')
}
