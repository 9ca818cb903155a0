import type pg from 'pg'
import { ownViewsDocument, seqQuery, sharedViewsDocument } from '#api/reads/documents.ts'
import { type Audience, visible } from '#core/model/access.ts'
import { noViews } from '#core/views/views.ts'
import type { ViewsAnswer } from '#core/wire/jobs/views.ts'
import { readInCompany } from '#ledger/database/connect.ts'

/** The reader, who sees their own views and, in the office, those that it shares. */
export type ViewsReader = { companyId: string; userId: string; audience: Audience }

/** The views that a person may use. What they saved while they were in the office may name office facts, and is hidden from the team. */
export async function readViews(pool: pg.Pool, { companyId, userId, audience }: ViewsReader): Promise<ViewsAnswer> {
  const [own, shared, ownSeq, sharedSeq] = await readInCompany(pool, companyId, [
    ownViewsDocument({ companyId, key: userId }),
    sharedViewsDocument({ companyId, key: companyId }),
    seqQuery(companyId, 'own-views'),
    seqQuery(companyId, 'shared-views'),
  ])
  return {
    own: visible(audience, own.rows[0]?.body ?? noViews(userId)),
    ...(audience === 'office' ? { shared: shared.rows[0]?.body ?? noViews(companyId) } : {}),
    seq: Math.min(ownSeq.rows[0]?.seq ?? 0, sharedSeq.rows[0]?.seq ?? 0),
  }
}
