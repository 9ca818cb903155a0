import type pg from 'pg'
import type { HeadStatement, SignedHead } from '#core/wire/proof.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { type HeadKey, headDigest, signHead } from './signed-head.ts'

/**
 * Signs a company's head as the next in the log of the installation, and stores it. `client` is in a transaction of that company,
 * in which the log stays locked from here on, so that every head signs the one before it.
 */
export async function signNextHead(
  client: pg.ClientBase,
  key: HeadKey,
  unsigned: Omit<HeadStatement, 'type' | 'keyId' | 'log'>,
): Promise<SignedHead> {
  await client.query(beginLog({}))
  const [end] = await rowsOf(client, lockEnd({}))
  const [counted] = await rowsOf(client, countCompanies({}))
  if (!end || !counted) throw new Error('The log of signed heads has no end')
  const place = end.place + 1
  const log = { place, previous: end.digest.toString('hex'), companies: counted.companies }
  const signed = signHead(key, { ...unsigned, log })
  const { companyId, epoch, seq, signedAt } = signed.head
  await client.query(insertHead({ companyId, epoch, seq, signedAt, place, document: JSON.stringify(signed) }))
  await client.query(moveEnd({ place, digest: Buffer.from(headDigest(signed.head), 'hex') }))
  return signed
}

const beginLog = statement('begin-head-log', () =>
  db
    .insertInto('installation_head')
    .values({ only_row: true })
    .onConflict((conflict) => conflict.doNothing()),
)

const lockEnd = statement('lock-head-log', () =>
  db.selectFrom('installation_head').select(['place', 'digest']).forUpdate(),
)

const countCompanies = statement('count-companies', () =>
  db.selectNoFrom((query) => query.fn<number>('count_companies', []).as('companies')),
)

const moveEnd = statement('move-head-log', (p: Parameters<{ place: number; digest: Buffer }>) =>
  db.updateTable('installation_head').set({ place: p.place, digest: p.digest }),
)

type NewHead = { companyId: string; epoch: number; seq: number; signedAt: string; place: number; document: string }

const insertHead = statement('sign-head', (p: Parameters<NewHead>) =>
  db.insertInto('signed_head').values({
    company_id: p.companyId,
    epoch: p.epoch,
    seq: p.seq,
    signed_at: p.signedAt,
    document: p.document,
    place: p.place,
  }),
)
