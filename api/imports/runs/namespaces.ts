import { sql } from 'kysely'
import type pg from 'pg'
import { inCompany } from '#ledger/database/connect.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

const makeNamespace = statement('import-namespace-make', (p: Parameters<{ companyId: string }>) =>
  db
    .insertInto('import_namespace')
    .values({ company_id: p.companyId, namespace: sql<string>`gen_random_uuid()` })
    .onConflict((conflict) => conflict.doNothing()),
)
const readNamespace = statement('import-namespace', (p: Parameters<{ companyId: string }>) =>
  db.selectFrom('import_namespace').select('namespace').where('company_id', '=', p.companyId),
)
const deleteNamespace = statement('import-namespace-delete', (p: Parameters<{ companyId: string }>) =>
  db.deleteFrom('import_namespace').where('company_id', '=', p.companyId),
)

/**
 * The secret from which a company's imports derive the ids of their jobs, made when it is first needed: the same row always
 * gets the same ids, and an id does not reveal which row it came from.
 */
export async function namespaceIn(client: pg.ClientBase, companyId: string): Promise<string> {
  await client.query(makeNamespace({ companyId }))
  const [row] = await rowsOf(client, readNamespace({ companyId }))
  if (!row) throw new Error('The company has no import namespace')
  return row.namespace
}

export const namespaceOf = (pool: pg.Pool, companyId: string) =>
  inCompany(pool, companyId, (client) => namespaceIn(client, companyId))

/** Gives the next import fresh ids, so that nobody can test which rows earlier imports came from. */
export const forgetNamespace = (client: pg.ClientBase, companyId: string) =>
  client.query(deleteNamespace({ companyId }))
