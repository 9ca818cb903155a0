import type pg from 'pg'
import { forCompany, isDatabaseError } from './connect.ts'

/** Whoever takes the rows may leave this much time between two batches, whatever the connection allows otherwise. */
const patience = '60s'
const batchSize = 500

/**
 * Reads the rows of one company's statement in batches, all at one snapshot, and never holds more than a batch. Who stops early
 * closes it with that. Throws what PostgreSQL said.
 */
export async function* readInBatches<R extends pg.QueryResultRow>(
  pool: pg.Pool,
  companyId: string,
  { text, values }: { text: string; values: readonly unknown[] },
): AsyncGenerator<R[]> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query(forCompany(companyId))
    await client.query(`set local idle_in_transaction_session_timeout = '${patience}'`)
    await client.query({ text: `declare batches no scroll cursor for ${text}`, values: [...values] })
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
