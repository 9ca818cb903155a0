import type pg from 'pg'
import { type SignedHead, signedHead } from '#core/wire/proof.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { readSignedHead } from './signed-head.ts'

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

/** All signed heads of a company's ledger that are as they were signed, oldest first. */
export const readSignedHeads = (pool: pg.Pool, companyId: string): Promise<SignedHead[]> =>
  inCompany(pool, companyId, async (client) => {
    const documents = await storedHeads(client, companyId)
    return documents.flatMap((one) => readSignedHead(JSON.stringify(one)) ?? [])
  })

/** What is stored as the signed heads of a company's ledger, oldest first, whether or not it is valid. */
export async function storedHeads(client: pg.ClientBase, companyId: string): Promise<unknown[]> {
  const heads = await rowsOf(client, allDocuments({ companyId }))
  return heads.map((one) => one.document)
}

const allDocuments = statement('signed-heads', (p: Parameters<{ companyId: string }>) =>
  db.selectFrom('signed_head').select('document').where('company_id', '=', p.companyId).orderBy('epoch').orderBy('seq'),
)
