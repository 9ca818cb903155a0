import type pg from 'pg'
import { type SignedHead, signedHead } from '#core/wire/proof.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

/** PostgreSQL reorders the fields of a document; parsing restores the order they were signed in. */
const inSignedOrder = (document: unknown): SignedHead => signedHead.parse(document)

/** The most recently signed head of a company's ledger. */
export async function lastSignedHead(client: pg.ClientBase, companyId: string): Promise<SignedHead | undefined> {
  const [last] = await rowsOf(client, lastDocument({ companyId }))
  return last && inSignedOrder(last.document)
}

const lastDocument = statement('last-signed-head', (p: Parameters<{ companyId: string }>) =>
  db
    .selectFrom('signed_head')
    .select('document')
    .where('company_id', '=', p.companyId)
    .orderBy('epoch', 'desc')
    .orderBy('seq', 'desc')
    .limit(1),
)

/** All signed heads of a company's ledger, oldest first. */
export const readSignedHeads = (pool: pg.Pool, companyId: string): Promise<SignedHead[]> =>
  inCompany(pool, companyId, (client) => signedHeadsOf(client, companyId))

/** As {@link readSignedHeads}, in the caller's transaction. */
export async function signedHeadsOf(client: pg.ClientBase, companyId: string): Promise<SignedHead[]> {
  const heads = await rowsOf(client, allDocuments({ companyId }))
  return heads.map((one) => inSignedOrder(one.document))
}

const allDocuments = statement('signed-heads', (p: Parameters<{ companyId: string }>) =>
  db.selectFrom('signed_head').select('document').where('company_id', '=', p.companyId).orderBy('epoch').orderBy('seq'),
)
