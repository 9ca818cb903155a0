import pg from 'pg'
import { proveAsOwner } from '#ledger/database/wall.ts'

/** Connects as the database's owner, with fixed text formats for values, whatever the server's settings. */
export async function asOwner<Result>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'fettle backup', keepAlive: true })
  // A pending query reports a broken connection; without a listener the process would end.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(
      `set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set bytea_output = 'hex';
      set extra_float_digits = 3; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`,
    )
    await proveAsOwner(client, databaseUrl)
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
