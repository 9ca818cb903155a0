import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import type { Release } from './release.ts'

/**
 * Lets one process at a time work on generations of these projections of a company, until it unlocks or its connection ends.
 * False if another process holds the lock. Earlier releases lock the whole company; the shared lock keeps them out.
 */
export async function lockBuild(client: pg.ClientBase, companyId: string, release: Release): Promise<boolean> {
  const [shared] = await rowsOf(client, companyLock({ companyId }))
  if (!shared?.locked) return false
  const names = release.map((one) => one.name)
  const locks = await rowsOf(client, projectionLocks({ companyId, names }))
  const locked = locks.filter((one) => one.locked).map((one) => one.name)
  if (locked.length === names.length) return true
  await client.query(unlocked({ companyId, names: locked }))
  return false
}

export const unlockBuild = (client: pg.ClientBase, companyId: string, release: Release) =>
  client.query(unlocked({ companyId, names: release.map((one) => one.name) }))

type Names = { companyId: string; names: readonly string[] }

const lockKey = (companyId: RawBuilder<string>, name?: RawBuilder<string>) =>
  name
    ? sql`hashtextextended('fettle build ' || ${companyId}::text || ' ' || ${name}, 0)`
    : sql`hashtextextended('fettle build ' || ${companyId}::text, 0)`
const turnKey = (companyId: RawBuilder<string>) => sql`hashtextextended('fettle build turn ' || ${companyId}::text, 0)`
const eachName = (names: RawBuilder<readonly string[]>) =>
  sql<{ name: string }>`unnest(${names}::text[])`.as<'wanted'>(sql`wanted (name)`)
const name = sql.ref<string>('wanted.name')

const companyLock = statement('lock-company-shared', (p: Parameters<{ companyId: string }>) =>
  db.selectNoFrom(sql<boolean>`pg_try_advisory_lock_shared(${lockKey(p.companyId)})`.as('locked')),
)

/** One process tries at a time: of two that each hold some of the locks, both would give up. */
const projectionLocks = statement('lock-build', (p: Parameters<Names>) =>
  db
    .with(
      (named) => named('turn').materialized(),
      (query) => query.selectNoFrom(sql`pg_advisory_xact_lock(${turnKey(p.companyId)})`.as('taken')),
    )
    .selectFrom(['turn', eachName(p.names)])
    .select(['wanted.name', sql<boolean>`pg_try_advisory_lock(${lockKey(p.companyId, name)})`.as('locked')]),
)

const unlocked = statement('unlock-build', (p: Parameters<Names>) =>
  db.selectNoFrom(({ selectFrom }) => [
    sql`pg_advisory_unlock_shared(${lockKey(p.companyId)})`.as('company'),
    selectFrom(eachName(p.names))
      .select(sql<number>`count(pg_advisory_unlock(${lockKey(p.companyId, name)}))`.as('count'))
      .as('projections'),
  ]),
)
