import type pg from 'pg'
import { inCompany } from '#ledger/database/connect.ts'

/**
 * The secret that a company's imports make the ids of their jobs in, made when it is first needed: the same row has the same ids,
 * and from an id nobody can tell whether it is of a row.
 */
export async function namespaceIn(client: pg.ClientBase, companyId: string): Promise<string> {
  await client.query({
    name: 'make-import-namespace',
    text: 'insert into import_namespace values ($1, gen_random_uuid()) on conflict do nothing',
    values: [companyId],
  })
  const { rows } = await client.query<{ namespace: string }>({
    name: 'import-namespace',
    text: 'select namespace from import_namespace where company_id = $1',
    values: [companyId],
  })
  if (!rows[0]) throw new Error('A company has no namespace of imports')
  return rows[0].namespace
}

export const namespaceOf = (pool: pg.Pool, companyId: string) =>
  inCompany(pool, companyId, (client) => namespaceIn(client, companyId))

/** Has the next import make ids of its own, and lets nobody try any more which rows those of before are of. */
export const forgetNamespace = (client: pg.ClientBase, companyId: string) =>
  client.query('delete from import_namespace where company_id = $1', [companyId])
