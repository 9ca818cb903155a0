import type pg from 'pg'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

const newestCheckout = statement('latest-checkout', (p: Parameters<{ companyId: string; tier: number }>) =>
  db
    .selectFrom('billing_checkout')
    .select('session_id')
    .where('company_id', '=', p.companyId)
    .where('tier', '=', p.tier)
    .orderBy('created_at', 'desc')
    .orderBy('session_id')
    .limit(1),
)

/** The newest checkout that a company started for a tier. */
export async function latestCheckout(pool: pg.Pool, companyId: string, tier: number): Promise<string | undefined> {
  const [{ rows }] = await readInCompany(pool, companyId, [newestCheckout({ companyId, tier })])
  return rows[0]?.session_id
}

const ownCheckout = statement('own-checkout', (p: Parameters<{ companyId: string; sessionId: string }>) =>
  db
    .selectFrom('billing_checkout')
    .select('session_id')
    .where('company_id', '=', p.companyId)
    .where('session_id', '=', p.sessionId),
)

/** Whether the company started this checkout. */
export async function isOwnCheckout(pool: pg.Pool, companyId: string, sessionId: string): Promise<boolean> {
  const [{ rowCount }] = await readInCompany(pool, companyId, [ownCheckout({ companyId, sessionId })])
  return rowCount === 1
}

const customer = statement('billing-customer', (p: Parameters<{ companyId: string }>) =>
  db.selectFrom('billing_customer').select('customer_id').where('company_id', '=', p.companyId),
)

/** The company's customer id at the card provider. */
export async function customerOf(pool: pg.Pool, companyId: string): Promise<string | undefined> {
  const [{ rows }] = await readInCompany(pool, companyId, [customer({ companyId })])
  return rows[0]?.customer_id
}

const upsertCustomer = statement('save-customer', (p: Parameters<{ companyId: string; customerId: string }>) =>
  db
    .insertInto('billing_customer')
    .values({ company_id: p.companyId, customer_id: p.customerId })
    .onConflict((conflict) =>
      conflict.column('company_id').doUpdateSet(({ ref }) => ({ customer_id: ref('excluded.customer_id') })),
    ),
)

/** Saves the company's customer id. Here and below, `client` is already scoped to the company. */
export async function saveCustomer(client: pg.ClientBase, companyId: string, customerId: string) {
  await client.query(upsertCustomer({ companyId, customerId }))
}

type Checkout = { sessionId: string; tier: number; userId: string }

const insertCheckout = statement('save-checkout', (p: Parameters<Checkout & { companyId: string }>) =>
  db
    .insertInto('billing_checkout')
    .values({ company_id: p.companyId, session_id: p.sessionId, tier: p.tier, user_id: p.userId })
    .onConflict((conflict) => conflict.doNothing()),
)

/** Saves a checkout that the company started. */
export async function saveCheckout(client: pg.ClientBase, companyId: string, checkout: Checkout) {
  await client.query(insertCheckout({ companyId, ...checkout }))
}

type Notice = { id: string; type: string }

const insertNotice = statement('save-notice', (p: Parameters<Notice & { companyId: string }>) =>
  db
    .insertInto('billing_notice')
    .values({ company_id: p.companyId, notice_id: p.id, type: p.type })
    .onConflict((conflict) => conflict.doNothing()),
)

/** Saves a notice as processed; false if it already was. Waits for a concurrent transaction that is processing it. */
export async function saveNotice(client: pg.ClientBase, companyId: string, { id, type }: Notice): Promise<boolean> {
  const { rowCount } = await client.query(insertNotice({ companyId, id, type }))
  return rowCount === 1
}

const processedNotice = statement('processed-notice', (p: Parameters<{ companyId: string; noticeId: string }>) =>
  db
    .selectFrom('billing_notice')
    .select('notice_id')
    .where('company_id', '=', p.companyId)
    .where('notice_id', '=', p.noticeId),
)

/** Whether a notice has been processed. */
export async function isProcessed(pool: pg.Pool, companyId: string, noticeId: string): Promise<boolean> {
  const [{ rowCount }] = await readInCompany(pool, companyId, [processedNotice({ companyId, noticeId })])
  return rowCount === 1
}
