import pg from 'pg'

/**
 * Opens a connection outside the pool with the pool's options, but not pipelined, so that it allows COPY. Closes it after the work,
 * even if that fails, which also ends its locks and settings and rolls back an open transaction.
 */
export async function withDedicatedConnection<T>(pool: pg.Pool, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...pool.options, pipeline: false })
  // A running query rejects if the connection breaks; without a listener the 'error' event would end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await pool.options.onConnect?.(client)
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
