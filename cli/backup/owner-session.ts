import pg from 'pg'

/** A connection of the database's owner that writes and reads values in one form, whatever the server is set to. */
export async function asOwner<Result>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'fettle backup', keepAlive: true })
  // Whoever waits for a query hears of a connection that breaks; without a listener it would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(
      `set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set bytea_output = 'hex';
      set extra_float_digits = 3; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`,
    )
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
