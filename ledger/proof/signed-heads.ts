import type pg from 'pg'
import { type SignedHead, signedHead } from '#core/wire/proof.ts'
import { inCompany } from '#ledger/database/connect.ts'

/** As it was signed and first answered: PostgreSQL keeps the fields of a document in an order of its own. */
const inOrder = (document: unknown): SignedHead => signedHead.parse(document)

/** The last head that was signed of a company's ledger. */
export async function lastSignedHead(client: pg.ClientBase, companyId: string): Promise<SignedHead | undefined> {
  const { rows } = await client.query<{ document: unknown }>({
    name: 'last-signed-head',
    text: 'select document from signed_head where company_id = $1 order by epoch desc, seq desc limit 1',
    values: [companyId],
  })
  return rows[0] && inOrder(rows[0].document)
}

/** All heads that were signed of a company's ledger, in order. */
export const readSignedHeads = (pool: pg.Pool, companyId: string): Promise<SignedHead[]> =>
  inCompany(pool, companyId, async (client) => {
    const { rows } = await client.query<{ document: unknown }>({
      name: 'signed-heads',
      text: 'select document from signed_head where company_id = $1 order by epoch, seq',
      values: [companyId],
    })
    return rows.map((one) => inOrder(one.document))
  })
