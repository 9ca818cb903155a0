import pg from 'pg'

/** A program that stops as most do: it waits until its connections have said goodbye, for ever if they are silent. */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL })
process.on('SIGTERM', async () => {
  await pool.query('select 1')
  await pool.end()
  process.exit()
})
await pool.query('select 1')
console.log('connected')
