import { sql } from 'kysely'
import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { deriveToken, hashToken, type TokenSecret } from '#api/keys/tokens.ts'
import type { CalendarFeed, FeedVisits } from '#core/wire/jobs/calendar.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

type Owner = { userId: string; companyId: string }

/** A calendar link as its reader finds it: its owner, and whose visits it shows. */
export type FoundFeed = Owner & { visits: FeedVisits; createdAt: string }

/**
 * The token of a link, derived from the link's id: it can be shown to its owner again, and neither the table nor a copy of the
 * database is enough to read a calendar.
 */
const feedToken = (secret: TokenSecret, feedId: string) => deriveToken(secret, `calendar-feed:${feedId}`)

const ownFeed = statement('own-feed', (p: Parameters<{ userId: string }>) =>
  db
    .selectFrom('calendar_feed')
    .select(['feed_id', 'token_hash', 'visits', 'created_at', 'last_read_at', 'last_read_by'])
    .where('user_id', '=', p.userId),
)

/** A person's own link; undefined if they have none. */
export async function readFeed(pool: pg.Pool, secret: TokenSecret, userId: string): Promise<CalendarFeed | undefined> {
  const [row] = await rowsOf(pool, ownFeed({ userId }))
  if (!row) return undefined
  const token = feedToken(secret, row.feed_id)
  return {
    ...(hashToken(token).equals(row.token_hash) ? { path: pathTo(paths.feed, { link: `${token}.ics` }) } : {}),
    visits: row.visits,
    createdAt: row.created_at,
    ...(row.last_read_at === null ? {} : { lastReadAt: row.last_read_at }),
    lastReadBy: row.last_read_by,
  }
}

type NewFeed = Owner & { feedId: string; hash: Buffer; visits: FeedVisits }

const upsertFeed = statement('make-feed', (p: Parameters<NewFeed>) =>
  db
    .insertInto('calendar_feed')
    .values({ user_id: p.userId, company_id: p.companyId, feed_id: p.feedId, token_hash: p.hash, visits: p.visits })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((update) => ({
        feed_id: update.ref('excluded.feed_id'),
        token_hash: update.ref('excluded.token_hash'),
        visits: update.ref('excluded.visits'),
        created_at: sql<string>`now()`,
        last_read_at: null,
        last_read_by: '',
      })),
    ),
)

/** Makes a new link for a person, in place of any they had. */
export async function makeFeed(
  pool: pg.Pool | pg.ClientBase,
  secret: TokenSecret,
  { userId, companyId }: Owner,
  visits: FeedVisits,
): Promise<void> {
  const feedId = uuid()
  const hash = hashToken(feedToken(secret, feedId))
  await pool.query(upsertFeed({ userId, companyId, feedId, hash, visits }))
}

const updateVisits = statement('change-feed', (p: Parameters<{ userId: string; visits: FeedVisits }>) =>
  db.updateTable('calendar_feed').set({ visits: p.visits }).where('user_id', '=', p.userId),
)

/** Sets whose visits a link shows; false if the person has no link. */
export async function changeFeed(pool: pg.Pool | pg.ClientBase, userId: string, visits: FeedVisits): Promise<boolean> {
  const { rowCount } = await pool.query(updateVisits({ userId, visits }))
  return rowCount === 1
}

const deleteOwn = statement('drop-feed', (p: Parameters<{ userId: string }>) =>
  db.deleteFrom('calendar_feed').where('user_id', '=', p.userId),
)

/** Turns a person's link off at once. */
export async function deleteFeed(client: pg.Pool | pg.ClientBase, userId: string): Promise<void> {
  await client.query(deleteOwn({ userId }))
}

const feedByToken = statement('find-feed', (p: Parameters<{ hash: Buffer }>) =>
  db
    .selectFrom('calendar_feed')
    .select(['user_id', 'company_id', 'visits', 'created_at'])
    .where('token_hash', '=', p.hash),
)

/** The link of a token; undefined if there is none. */
export async function findFeed(pool: pg.Pool, token: string): Promise<FoundFeed | undefined> {
  const [row] = await rowsOf(pool, feedByToken({ hash: hashToken(token) }))
  return row && { userId: row.user_id, companyId: row.company_id, visits: row.visits, createdAt: row.created_at }
}

const updateLastRead = statement('note-feed-read', (p: Parameters<{ userId: string; reader: string }>) =>
  db
    .updateTable('calendar_feed')
    .set({ last_read_at: sql<string>`now()`, last_read_by: p.reader })
    .where('user_id', '=', p.userId)
    .where((feed) =>
      feed.or([
        feed('last_read_at', 'is', null),
        feed('last_read_at', '<', sql<string>`now() - interval '10 seconds'`),
      ]),
    ),
)

/** Records when a link was last read and by which program, at most every ten seconds. */
export async function recordFeedRead(pool: pg.Pool, userId: string, userAgent: string): Promise<void> {
  await pool.query(updateLastRead({ userId, reader: userAgent.replaceAll(/[^\x20-\x7e]/g, '').slice(0, 300) }))
}
