import type pg from 'pg'
import { type Company, evolve } from '#core/company/company.ts'
import { holidaysOf } from '#core/deadlines/rules.ts'
import { isCompanyEvent, type StoredEvent } from '#core/ledger/ledger.ts'
import { readSmallStreams } from '#ledger/log/read.ts'

/** Folds a company from its own events. */
export const foldCompany = (events: readonly StoredEvent[]) =>
  events.filter(isCompanyEvent).reduce<Company | undefined>(evolve, undefined)

/** A company's state at the head of the log; undefined if there is no such company. */
export async function readCompanyNow(pool: pg.Pool, companyId: string): Promise<Company | undefined> {
  const { events } = await readSmallStreams(pool, companyId, 'company')
  return foldCompany(events)
}

/** The company's plan, and the server's time: a device with its clock set back could keep using an expired plan. */
export const planFacts = (company: Company | undefined, now: Date) => ({
  ...(company?.office ? { plan: company.office } : {}),
  now: now.toISOString(),
})

/** What the clocks of a job's deadlines rest on: the company's time zone, its service levels and whose bank holidays these leave out. */
export function deadlineFacts(company: Company | undefined, now: Date) {
  const settings = company?.office?.deadlines
  return {
    now: now.toISOString(),
    ...(company ? { timeZone: company.timeZone } : {}),
    ...(settings ? { serviceLevels: settings.levels, holidays: holidaysOf(settings.law) } : {}),
  }
}

/** Whether the company needs photos before a job is done. */
export const photoRule = (company: Company | undefined) => ({ photosNeeded: company?.photosNeeded ?? false })
