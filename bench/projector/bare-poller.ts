import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

// Polls as an idle projector does, with two statements that return one row each, and does nothing else.
const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
await client.connect()
process.stdout.write('"polling"\n')
for (;;) {
  await sleep(700)
  await client.query('select 1')
  await client.query('select 2')
}
