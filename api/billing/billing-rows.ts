import type pg from 'pg'
import { readInCompany } from '#ledger/database/connect.ts'

/** The newest checkout that a company began for a tier. */
export async function latestCheckout(pool: pg.Pool, companyId: string, tier: number): Promise<string | undefined> {
  const [{ rows }] = await readInCompany(pool, companyId, [
    {
      name: 'latest-checkout',
      text: `
        select session_id from billing_checkout where company_id = $1 and tier = $2
        order by created_at desc, session_id limit 1`,
      values: [companyId, tier],
    },
  ])
  return rows[0]?.session_id
}

/** Whether the company began this checkout. */
export async function isOwnCheckout(pool: pg.Pool, companyId: string, sessionId: string): Promise<boolean> {
  const [{ rowCount }] = await readInCompany(pool, companyId, [
    {
      name: 'own-checkout',
      text: 'select from billing_checkout where company_id = $1 and session_id = $2',
      values: [companyId, sessionId],
    },
  ])
  return rowCount === 1
}

/** Who the company is at the card provider. */
export async function customerOf(pool: pg.Pool, companyId: string): Promise<string | undefined> {
  const [{ rows }] = await readInCompany(pool, companyId, [
    {
      name: 'billing-customer',
      text: 'select customer_id from billing_customer where company_id = $1',
      values: [companyId],
    },
  ])
  return rows[0]?.customer_id
}

/** Keeps who the company is at the card provider. `client` sees the company already, here and below. */
export async function keepCustomer(client: pg.ClientBase, companyId: string, customerId: string) {
  await client.query(
    `insert into billing_customer values ($1, $2)
     on conflict (company_id) do update set customer_id = excluded.customer_id`,
    [companyId, customerId],
  )
}

type Checkout = { sessionId: string; tier: number; userId: string }

/** Keeps that a checkout was begun. */
export async function keepCheckout(client: pg.ClientBase, companyId: string, { sessionId, tier, userId }: Checkout) {
  await client.query(
    `insert into billing_checkout (company_id, session_id, tier, user_id) values ($1, $2, $3, $4)
     on conflict do nothing`,
    [companyId, sessionId, tier, userId],
  )
}

/** Keeps that a notice is being dealt with; false when it was before. Waits for another one that is at it. */
export async function keepNotice(
  client: pg.ClientBase,
  companyId: string,
  { id, type }: { id: string; type: string },
): Promise<boolean> {
  const { rowCount } = await client.query(
    'insert into billing_notice (company_id, notice_id, type) values ($1, $2, $3) on conflict do nothing',
    [companyId, id, type],
  )
  return rowCount === 1
}

/** Whether a notice was dealt with. */
export async function isKeptNotice(pool: pg.Pool, companyId: string, noticeId: string): Promise<boolean> {
  const [{ rowCount }] = await readInCompany(pool, companyId, [
    {
      name: 'kept-notice',
      text: 'select from billing_notice where company_id = $1 and notice_id = $2',
      values: [companyId, noticeId],
    },
  ])
  return rowCount === 1
}
