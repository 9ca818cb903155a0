import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import { erasedEmail } from '#core/member/member.ts'
import { type AuditAnswer, auditDays, auditPageSize } from '#core/wire/account/audit.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import type { AuditRow } from './repeats.ts'
import { sweepByCompany } from './sweep-by-company.ts'

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
        last_at: e.ref('excluded.last_at'),
        times: e('audit_entry.times', '+', e.ref('excluded.times')),
      })),
    ),
)

type Counted = AuditRow & { times: number }

const lockPeople = statement('lock-people-for-audit', (p: Parameters<{ userIds: readonly string[] }>) =>
  db
    .selectFrom('account')
    .select(['user_id', 'email'])
    .where('user_id', '=', sql<string>`any (${p.userIds}::uuid[])`)
    .orderBy('user_id')
    .forKeyShare(),
)

/**
 * Stores what happened in one company, and how often each, in the caller's transaction on the sign-in pool. Somebody who is erased at
 * the same time waits for it, or it for them: where their account was forgotten, it is stored without its place. Throws the database's
 * error.
 */
export async function storeAuditIn(client: pg.ClientBase, rows: readonly Counted[]): Promise<void> {
  const people = await rowsOf(client, lockPeople({ userIds: [...new Set(rows.map(({ userId }) => userId))] }))
  const known = new Set(people.flatMap((one) => (one.email === erasedEmail(one.user_id) ? [] : [one.user_id])))
  // In one order everywhere, as repeats of one thing may be stored by several processes at once.
  for (const row of rows.toSorted((one, other) => Buffer.compare(one.entryId, other.entryId)))
    await client.query(upsert(known.has(row.userId) ? row : withoutPlace(row)))
}

/** {@link storeAuditIn} in a transaction of its own. */
export const storeAudit = (authPool: pg.Pool, companyId: string, rows: readonly Counted[]) =>
  inCompany(authPool, companyId, (client) => storeAuditIn(client, rows))

/** The id of an entry is a digest of its address too. */
const withoutPlace = (row: Counted): Counted => ({ ...row, address: '', device: '', entryId: randomBytes(16) })

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

const tooOld = sql<string>`now() - make_interval(days => ${sql.lit(auditDays)})`

const oldest = statement('oldest-audit', (p: Parameters<{ limit: number }>) =>
  db.selectFrom('audit_entry').select('company_id').where('first_at', '<', tooOld).orderBy('first_at').limit(p.limit),
)

const deleteOld = statement('sweep-audit', (p: Parameters<{ companyId: string; limit: number }>) =>
  db
    .deleteFrom('audit_entry')
    .where('company_id', '=', p.companyId)
    .where(
      sql<string>`ctid`,
      'in',
      db
        .selectFrom('audit_entry')
        .select(sql<string>`ctid`.as('place'))
        .where('company_id', '=', p.companyId)
        .where('first_at', '<', tooOld)
        .limit(p.limit),
    ),
)

const audit = {
  oldest: (limit: number) => oldest({ limit }),
  deleted: (companyId: string, limit: number) => deleteOld({ companyId, limit }),
}

/** Deletes entries older than {@link auditDays}, in batches. Returns how many there were. `pool` is that of signing in. */
export const sweepAudit = (pool: pg.Pool, limit = 1_000): Promise<number> => sweepByCompany(pool, audit, limit)

type Person = { companyId: string; userId: string }

/** `secret` is new each time and kept nowhere: what an id was made of cannot be tried out on its digest. */
const withoutPlaces = statement('forget-audit-places', (p: Parameters<Person & { secret: Buffer }>) =>
  db
    .updateTable('audit_entry')
    .set((entry) => ({
      address: '',
      device: '',
      entry_id: sql<Buffer>`substring(sha256(${p.secret}::bytea || ${entry.ref('entry_id')}) from 1 for 16)`,
    }))
    .where('company_id', '=', p.companyId)
    .where('user_id', '=', p.userId),
)

/** Erases from where a person acted, which is about them; what they did stays. In the caller's transaction, on the sign-in pool. */
export async function forgetAuditPlaces(client: pg.ClientBase, person: Person): Promise<void> {
  await client.query(withoutPlaces({ ...person, secret: randomBytes(32) }))
}
