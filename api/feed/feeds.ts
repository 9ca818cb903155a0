import { createHash, createHmac } from 'node:crypto'
import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import type { Keys } from '#api/keys/keys.ts'
import type { CalendarFeed, FeedVisits } from '#core/wire/jobs/calendar.ts'
import { paths, pathTo } from '#core/wire/paths.ts'

type Secret = Pick<Keys, 'refreshSecret'>
type Owner = { userId: string; companyId: string }

/** A link as it is read: whose it is, and what of. */
export type FoundFeed = Owner & { visits: FeedVisits }

/**
 * The secret of a link, derived from its id: it can be shown again to its person, and neither the table nor a copy of the
 * database is enough to read a calendar.
 */
const tokenOf = ({ refreshSecret }: Secret, feedId: string) =>
  createHmac('sha256', refreshSecret).update(`calendar-feed:${feedId}`).digest('base64url')

const hashOf = (token: string) => createHash('sha256').update(token).digest()

type Row = {
  feed_id: string
  token_hash: Buffer
  visits: FeedVisits
  created_at: string
  last_read_at: string | null
  last_read_by: string
}

/** A person's own link; undefined where they have none. */
export async function readFeed(pool: pg.Pool, keys: Secret, userId: string): Promise<CalendarFeed | undefined> {
  const { rows } = await pool.query<Row>({
    name: 'own-feed',
    text: `
      select feed_id, token_hash, visits, created_at, last_read_at, last_read_by from calendar_feed where user_id = $1`,
    values: [userId],
  })
  const [row] = rows
  if (!row) return undefined
  const token = tokenOf(keys, row.feed_id)
  return {
    ...(hashOf(token).equals(row.token_hash) ? { path: pathTo(paths.feed, { link: `${token}.ics` }) } : {}),
    visits: row.visits,
    createdAt: row.created_at,
    ...(row.last_read_at === null ? {} : { lastReadAt: row.last_read_at }),
    lastReadBy: row.last_read_by,
  }
}

/** Gives a person a new link, in place of the one that they had. */
export async function makeFeed(pool: pg.Pool, keys: Secret, { userId, companyId }: Owner, visits: FeedVisits) {
  const feedId = uuid()
  await pool.query({
    name: 'make-feed',
    text: `
      insert into calendar_feed (user_id, company_id, feed_id, token_hash, visits) values ($1, $2, $3, $4, $5)
      on conflict (user_id) do update set
        feed_id = excluded.feed_id, token_hash = excluded.token_hash, visits = excluded.visits,
        created_at = now(), last_read_at = null, last_read_by = ''`,
    values: [userId, companyId, feedId, hashOf(tokenOf(keys, feedId)), visits],
  })
}

/** Sets what a link is read of; false where there is none. */
export async function changeFeed(pool: pg.Pool, userId: string, visits: FeedVisits): Promise<boolean> {
  const { rowCount } = await pool.query('update calendar_feed set visits = $2 where user_id = $1', [userId, visits])
  return rowCount === 1
}

/** Ends a person's link at once. */
export async function dropFeed(db: pg.Pool | pg.ClientBase, userId: string): Promise<void> {
  await db.query('delete from calendar_feed where user_id = $1', [userId])
}

/** The link that a token opens. */
export async function findFeed(pool: pg.Pool, token: string): Promise<FoundFeed | undefined> {
  const { rows } = await pool.query<FoundFeed>({
    name: 'find-feed',
    text: 'select user_id "userId", company_id "companyId", visits from calendar_feed where token_hash = $1',
    values: [hashOf(token)],
  })
  return rows[0]
}

/** Keeps when a link was read last, and by what; not more often than a person would look. */
export async function noteRead(pool: pg.Pool, userId: string, reader: string): Promise<void> {
  await pool.query({
    name: 'note-feed-read',
    text: `
      update calendar_feed set last_read_at = now(), last_read_by = $2
      where user_id = $1 and (last_read_at is null or last_read_at < now() - interval '10 seconds')`,
    values: [userId, reader.replaceAll(/[^\x20-\x7e]/g, '').slice(0, 300)],
  })
}
