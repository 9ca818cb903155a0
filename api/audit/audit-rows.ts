import { sql } from 'kysely'
import type pg from 'pg'
import { type AuditAnswer, auditDays, auditPageSize } from '#core/wire/account/audit.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import type { AuditRow } from './repeats.ts'

const upsert = statement('note-for-audit', (p: Parameters<AuditRow & { times: number }>) =>
  db
    .insertInto('audit_entry')
    .values({
      company_id: p.companyId,
      entry_id: p.entryId,
      kind: p.kind,
      user_id: p.userId,
      detail: p.detail,
      target: p.target,
      address: p.address,
      device: p.device,
      times: p.times,
    })
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'entry_id']).doUpdateSet((e) => ({
        device: e.ref('excluded.device'),
        last_at: sql<string>`clock_timestamp()`,
        times: e('audit_entry.times', '+', e.ref('excluded.times')),
      })),
    ),
)

/** Stores what happened in one company, and how often each. Throws the database's error. */
export const storeAudit = (pool: pg.Pool, companyId: string, rows: readonly (AuditRow & { times: number })[]) =>
  inCompany(pool, companyId, async (client) => {
    for (const row of rows) await client.query(upsert(row))
  })

type Place = { companyId: string; firstAt: string; entryId: Buffer }

/** A page of a company's audit list, newest first, with one entry more than is shown if there are more. */
export const auditPage = statement('audit-page', (p: Parameters<Place>) =>
  db
    .selectFrom('audit_entry')
    .select(['entry_id', 'kind', 'user_id', 'detail', 'target', 'address', 'device', 'first_at', 'last_at', 'times'])
    .where('company_id', '=', p.companyId)
    .where((e) => e(e.refTuple('first_at', 'entry_id'), '<', e.tuple(p.firstAt, p.entryId)))
    .orderBy('first_at', 'desc')
    .orderBy('entry_id', 'desc')
    .limit(sql.lit(auditPageSize + 1)),
)

/** The place of a page's `before`; before all entries without one. */
export const placeOf = (companyId: string, before: AuditAnswer['next']): Place => ({
  companyId,
  firstAt: before?.slice(0, 24) ?? '9999-01-01T00:00:00.000Z',
  entryId: Buffer.from(before?.slice(25) ?? '', 'hex'),
})

/** The newest sign-ins of one person within so many days, and the wrong passwords and codes given for them. */
export const recentSignIns = statement(
  'recent-sign-ins',
  (p: Parameters<{ companyId: string; userId: string; limit: number; days: number }>) =>
    db
      .selectFrom('audit_entry')
      .select(['kind', 'detail', 'address', 'device', 'last_at', 'times'])
      .where('company_id', '=', p.companyId)
      .where('user_id', '=', p.userId)
      .where('kind', 'in', [sql.lit('signed-in'), sql.lit('sign-in-failed')])
      .where('last_at', '>', sql<string>`now() - make_interval(days => ${p.days})`)
      .orderBy('first_at', 'desc')
      .orderBy('entry_id', 'desc')
      .limit(p.limit),
)

const deleteOld = statement('sweep-audit', (p: Parameters<{ days: number; limit: number }>) =>
  db
    .deleteFrom('audit_entry')
    .where(
      sql<string>`ctid`,
      'in',
      db
        .selectFrom('audit_entry')
        .select(sql<string>`ctid`.as('place'))
        .where('first_at', '<', sql<string>`now() - make_interval(days => ${p.days})`)
        .limit(p.limit),
    ),
)

/** Deletes entries older than {@link auditDays}, in batches. Returns how many there were. `pool` is that of signing in. */
export async function sweepAudit(pool: pg.Pool, limit = 1_000): Promise<number> {
  for (let swept = 0; ; ) {
    const { rowCount } = await pool.query(deleteOld({ days: auditDays, limit }))
    swept += rowCount ?? 0
    if ((rowCount ?? 0) < limit) return swept
  }
}

const withoutPlaces = statement('forget-audit-places', (p: Parameters<{ userId: string }>) =>
  db
    .updateTable('audit_entry')
    .set({ address: '', device: '', entry_id: sql<Buffer>`uuid_send(gen_random_uuid())` })
    .where('user_id', '=', p.userId),
)

/** Erases from where a person acted, which is about them; what they did stays. In the caller's transaction, on the sign-in pool. */
export async function forgetAuditPlaces(client: pg.ClientBase, userId: string): Promise<void> {
  await client.query(withoutPlaces({ userId }))
}
