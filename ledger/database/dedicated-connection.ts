import pg from 'pg'

/**
 * Opens a connection beside the pool, as the pool would, but not pipelined, so that COPY goes through it; and ends it after the
 * work however that went. With it go its locks, its settings and whatever it was about to write.
 */
export async function withDedicatedConnection<T>(pool: pg.Pool, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...pool.options, pipeline: false })
  // Whoever waits for a query hears of a connection that breaks; without a listener it would end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
