import type pg from 'pg'
import { type Company, evolve } from '#core/company/company.ts'
import { isCompanyEvent, type StoredEvent } from '#core/ledger/ledger.ts'
import { readSmallStreams } from '#ledger/log/read.ts'

/** A company from its own events. */
export const foldCompany = (events: readonly StoredEvent[]) =>
  events.filter(isCompanyEvent).reduce<Company | undefined>(evolve, undefined)

/** A company as the log has it now; undefined if there is no such company. */
export async function readCompanyNow(pool: pg.Pool, companyId: string): Promise<Company | undefined> {
  const { events } = await readSmallStreams(pool, companyId, 'company')
  return foldCompany(events)
}

/** The company's plan, and the time by the server's clock: a device's clock could keep an ended plan alive. */
export async function readPlanFacts(pool: pg.Pool, companyId: string, now: Date) {
  const company = await readCompanyNow(pool, companyId)
  return { ...(company?.office ? { plan: company.office } : {}), now: now.toISOString() }
}
