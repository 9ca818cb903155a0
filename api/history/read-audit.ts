import type pg from 'pg'
import { auditPage, placeOf } from '#api/audit/audit-rows.ts'
import { namesOf, peopleQueries } from '#api/reads/people.ts'
import { type AuditAnswer, auditKinds, auditPageSize } from '#core/wire/account/audit.ts'
import { readInCompany } from '#ledger/database/connect.ts'

/** A page of a company's audit list, newest first. */
export async function readAudit(pool: pg.Pool, companyId: string, before?: string): Promise<AuditAnswer> {
  const [page, known, details] = await readInCompany(pool, companyId, [
    auditPage(placeOf(companyId, before)),
    ...peopleQueries(companyId),
  ])
  const entries = page.rows.slice(0, auditPageSize).flatMap((row) => {
    const kind = auditKinds.find((one) => one === row.kind)
    if (!kind) return []
    const { detail, target, address, device, times } = row
    const [firstAt, lastAt] = [row.first_at, row.last_at]
    return [
      {
        entryId: row.entry_id.toString('hex'),
        kind,
        userId: row.user_id,
        detail,
        target,
        address,
        device,
        firstAt,
        lastAt,
        times,
      },
    ]
  })
  const last = page.rows[auditPageSize - 1]
  const isMore = page.rows.length > auditPageSize && last !== undefined
  return {
    entries,
    people: namesOf(
      [...known.rows, ...details.rows],
      entries.flatMap((one) => [one.userId, one.target]),
    ),
    ...(isMore ? { next: `${last.first_at}-${last.entry_id.toString('hex')}` } : {}),
  }
}
