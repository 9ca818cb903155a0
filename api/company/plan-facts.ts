import type pg from 'pg'
import { type Company, evolve } from '#core/company/company.ts'
import { isCompanyEvent, type StoredEvent } from '#core/ledger/ledger.ts'
import { readSmallStreams } from '#ledger/log/read.ts'

/** A company as its own events say. */
export const foldCompany = (events: readonly StoredEvent[]) =>
  events.filter(isCompanyEvent).reduce<Company | undefined>(evolve, undefined)

/** A company as the log has it at this moment; undefined for one that is not there. */
export async function readCompanyNow(pool: pg.Pool, companyId: string): Promise<Company | undefined> {
  const { events } = await readSmallStreams(pool, companyId, 'company')
  return foldCompany(events)
}

/** The company's plan, and the present instant by our own clock: a device's would keep an ended plan alive. */
export async function readPlanFacts(pool: pg.Pool, companyId: string, now: Date) {
  const company = await readCompanyNow(pool, companyId)
  return { ...(company?.office ? { plan: company.office } : {}), now: now.toISOString() }
}
