import type pg from 'pg'
import type Stripe from 'stripe'
import { readCompanyNow } from '#api/company/plan-facts.ts'
import { isMissing } from '#api/payments/payments.ts'
import { accountsQuery } from '#api/reads/accounts.ts'
import { inCompany, readInCompany } from '#ledger/database/connect.ts'
import { customerOf, saveCustomer } from './billing-rows.ts'
import { withIdempotencyKey } from './idempotent-request.ts'

type Buyer = { companyId: string; userId: string }

/** The company's customer id at the card provider, created on first use and again if the provider no longer knows it. */
export async function customerFor(stripe: Stripe, pool: pg.Pool, { companyId, userId }: Buyer): Promise<string> {
  const known = await customerOf(pool, companyId)
  if (known && (await customerExists(stripe, known))) return known
  const [company, [accounts]] = await Promise.all([
    readCompanyNow(pool, companyId),
    readInCompany(pool, companyId, [accountsQuery(companyId)]),
  ])
  const email: string | undefined = accounts.rows.find((one) => one.user_id === userId)?.email
  const customer = { name: company?.name ?? '', metadata: { companyId }, ...(email ? { email } : {}) }
  const { id } = await withIdempotencyKey(`customer:${companyId}:${known ?? 'first'}`, (key) =>
    stripe.customers.create(customer, key),
  )
  await inCompany(pool, companyId, (client) => saveCustomer(client, companyId, id))
  return id
}

async function customerExists(stripe: Stripe, customerId: string): Promise<boolean> {
  try {
    return !(await stripe.customers.retrieve(customerId)).deleted
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}
