import type pg from 'pg'
import { readCompanyNow } from '#api/company/plan-facts.ts'
import { lockPlace, movePlace } from '#api/reactions/checkpoint-rows.ts'
import { readListened } from '#api/reactions/event-rows.ts'
import { isTelling } from '#core/company/tenant-rule.ts'
import { dueAfter, tellTenants } from '#core/reactions/tell-tenants.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { rowsOf } from '#ledger/database/statement.ts'
import { companyHead } from '#ledger/log/read.ts'
import { putNews } from './news-rows.ts'

type Options = { startedAt: string; limit?: number }

/** What was queued of a company: whether there may be more now, and whether it has tenants told at all. */
export type Queued = { more: boolean; tells: boolean }

/**
 * Makes due what a company's next events lead to, in one transaction with the place in its log: each event counts once, whatever fails and
 * however many processes try. What happens while nothing is told makes nothing due.
 */
export async function queueNews(
  pool: pg.Pool,
  companyId: string,
  { startedAt, limit = 500 }: Options,
): Promise<Queued> {
  const company = await readCompanyNow(pool, companyId)
  const tells = company !== undefined && !company.closing && isTelling(company.office?.tenantRule)
  const { name: reaction, version, listensTo: types } = tellTenants
  return inCompany(pool, companyId, async (client) => {
    const after = await lockPlace(client, companyId, tellTenants, startedAt)
    if (typeof after === 'string') return { more: false, tells }
    const [head] = await rowsOf(client, companyHead({ companyId }))
    const upTo = head?.seq ?? after
    const events = await readListened(client, { companyId, types, after, upTo, limit })
    const isAll = events.length < limit
    for (const event of tells ? events : []) {
      const due = dueAfter(event)
      if (due) await client.query(putNews({ companyId, jobId: event.streamId, seq: event.seq, ...due }))
    }
    const seq = isAll ? upTo : (events.at(-1)?.seq ?? after)
    if (seq > after) await client.query(movePlace({ companyId, reaction, version, seq }))
    return { more: !isAll, tells }
  })
}
