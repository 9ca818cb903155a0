import pg from 'pg'

/** A program that stops as most do: it waits until its connection has been closed, for ever if that is silent. */
const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
await client.connect()
process.on('SIGTERM', async () => {
  await client.query('select 1')
  await client.end()
  process.exit()
})
console.log('connected')
