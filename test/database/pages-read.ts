import type pg from 'pg'

/** How many pages of the database a query reads. */
export async function pagesRead(client: pg.ClientBase, { text, values = [] }: pg.QueryConfig): Promise<number> {
  const explained = { text: `explain (analyze, buffers, format json) ${text}`, values }
  // The first time also reads the catalogues.
  await client.query(explained)
  const { rows } = await client.query(explained)
  const [{ Plan: plan }] = rows[0]['QUERY PLAN']
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
}
