import type pg from 'pg'
import { forCompany, isDatabaseError } from './connect.ts'
import type { Query } from './statement.ts'

/** How long the caller may take between two batches, whatever the connection's own limit. */
const patience = '60s'
const batchSize = 500

/**
 * Reads the rows of one company's query in batches, all at one snapshot, holding one batch at a time. A caller that stops early
 * closes the query. Throws the database's error.
 */
export async function* readInBatches<R extends pg.QueryResultRow>(
  pool: pg.Pool,
  companyId: string,
  { text, values = [] }: Query<R>,
): AsyncGenerator<R[]> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query(forCompany(client, companyId))
    await client.query(`set local idle_in_transaction_session_timeout = '${patience}'`)
    await client.query({ text: `declare batches no scroll cursor for ${text}`, values })
    for (;;) {
      const { rows } = await client.query<R>(`fetch ${batchSize} from batches`)
      if (rows.length > 0) yield rows
      if (rows.length < batchSize) return
    }
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error))
    throw error
  } finally {
    await client.query('rollback').catch((error: Error) => {
      broken = error
    })
    client.release(broken && !isDatabaseError(broken) ? broken : undefined)
  }
}
