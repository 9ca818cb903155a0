import type pg from 'pg'
import { inject } from 'vitest'

/** How many sessions of this database wait for a lock, on any server, in statements that contain this text. */
export async function waitingForLock(db: pg.Pool | pg.ClientBase, text = ''): Promise<number> {
  const sessions = inject('workers').length > 0 ? 'citus_stat_activity' : 'pg_stat_activity'
  // Within a transaction they are otherwise read once.
  await db.query('select pg_stat_clear_snapshot()')
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::integer count from ${sessions}
      where datname = current_database() and wait_event_type = 'Lock' and strpos(query, $1) > 0`,
    [text],
  )
  return rows[0]?.count ?? 0
}

/** Whether some session of this database is at work and waits for no lock. Of a cluster, which has sessions of its own, it is not known. */
export async function isAtWork(db: pg.Pool | pg.ClientBase): Promise<boolean> {
  if (inject('workers').length > 0) return false
  await db.query('select pg_stat_clear_snapshot()')
  const { rowCount } = await db.query(
    `select from pg_stat_activity where datname = current_database() and state = 'active'
      and pid <> pg_backend_pid() and wait_event_type is distinct from 'Lock' and backend_type = 'client backend'`,
  )
  return rowCount !== 0
}
