import { sql } from 'kysely'
import type pg from 'pg'
import type { EventType } from '#core/ledger/ledger.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { isErased } from '#ledger/read-models/erased-companies.ts'

type Reaction = { name: string; version: number; listensTo: readonly EventType[] }
type Place = { companyId: string; reaction: string }

/** When a reaction first ran, in any process: what was recorded before is none of its business. Notes it if this is the first time. */
export async function readStart(pool: pg.Pool, reaction: string): Promise<string> {
  await pool.query(noteStart({ reaction }))
  const [row] = await rowsOf(pool, start({ reaction }))
  if (!row) throw new Error(`The reaction ${reaction} has no start`)
  return row.started_at
}

const noteStart = statement('note-reaction-start', (p: Parameters<{ reaction: string }>) =>
  db
    .insertInto('reaction_start')
    .values({ reaction: p.reaction, started_at: sql`now()` })
    .onConflict((conflict) => conflict.doNothing()),
)

const start = statement('reaction-start', (p: Parameters<{ reaction: string }>) =>
  db.selectFrom('reaction_start').select('started_at').where('reaction', '=', p.reaction),
)

/**
 * Locks a reaction's place in a company's log until the end of the transaction, and returns the seq that it has reached. `busy` if
 * another process has locked it, `none` if it is not this program's: a newer version has taken it over, or the company was erased.
 */
export async function lockPlace(
  client: pg.ClientBase,
  companyId: string,
  { name: reaction, version }: Reaction,
  startedAt: string,
): Promise<number | 'busy' | 'none'> {
  const place = { companyId, reaction }
  const [locked] = await rowsOf(client, lockedPlace(place))
  const found = locked ?? (await begin(client, place, version, startedAt))
  if (typeof found === 'string') return found
  return found.version > version ? 'none' : found.seq
}

async function begin(client: pg.ClientBase, place: Place, version: number, startedAt: string) {
  if ((await rowsOf(client, anyPlace(place))).length > 0) return 'busy'
  await client.query(firstPlace({ ...place, version, startedAt }))
  const [locked] = await rowsOf(client, lockedPlace(place))
  if (locked) return locked
  return (await rowsOf(client, anyPlace(place))).length > 0 ? 'busy' : 'none'
}

const anyPlace = statement('reaction-place', (p: Parameters<Place>) =>
  db
    .selectFrom('reaction_checkpoint')
    .select('seq')
    .where('company_id', '=', p.companyId)
    .where('reaction', '=', p.reaction),
)

const lockedPlace = statement('lock-reaction-place', (p: Parameters<Place>) =>
  db
    .selectFrom('reaction_checkpoint')
    .select(['seq', 'version'])
    .where('company_id', '=', p.companyId)
    .where('reaction', '=', p.reaction)
    .forUpdate()
    .skipLocked(),
)

/** At the last event from before the reaction first ran; a company that came later begins at its first event. */
const firstPlace = statement('begin-reaction', (p: Parameters<Place & { version: number; startedAt: string }>) =>
  db
    .insertInto('reaction_checkpoint')
    .columns(['company_id', 'reaction', 'version', 'seq'])
    .expression((query) =>
      query
        .selectFrom('company_head as head')
        .where('head.company_id', '=', p.companyId)
        .where(({ not }) => not(isErased('head.company_id')))
        .select(({ fn, val, selectFrom }) => [
          'head.company_id',
          sql<string>`${p.reaction}::text`.as('reaction'),
          sql<number>`${p.version}::integer`.as('version'),
          fn
            .coalesce(
              selectFrom('event')
                .select('event.seq')
                .where('event.company_id', '=', p.companyId)
                .where('event.recorded_at', '<', sql<string>`${p.startedAt}::timestamptz`)
                .orderBy('event.seq', 'desc')
                .limit(1),
              val(0),
            )
            .as('seq'),
        ]),
    )
    .onConflict((conflict) => conflict.doNothing()),
)

/** The statement that moves a reaction's place on. */
export const movePlace = statement('move-reaction-place', (p: Parameters<Place & { version: number; seq: number }>) =>
  db
    .updateTable('reaction_checkpoint')
    .set({ seq: p.seq, version: p.version })
    .where('company_id', '=', p.companyId)
    .where('reaction', '=', p.reaction),
)

/** Whether a company has an event that a reaction listens to and has not seen, in one round trip. */
export async function hasNews(
  pool: pg.Pool,
  companyId: string,
  { name: reaction, listensTo }: Reaction,
): Promise<boolean> {
  const [{ rows }] = await readInCompany(pool, companyId, [news({ companyId, reaction, types: listensTo })])
  return rows[0]?.news ?? true
}

const news = statement('reaction-news', (p: Parameters<Place & { types: readonly string[] }>) =>
  db
    .selectFrom('reaction_checkpoint as place')
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('event')
          .select('event.seq')
          .where('event.company_id', '=', p.companyId)
          .whereRef('event.seq', '>', 'place.seq')
          .where((event) => event('event.type', '=', event.fn.any(p.types))),
      )
        .$castTo<boolean>()
        .as('news'),
    )
    .where('place.company_id', '=', p.companyId)
    .where('place.reaction', '=', p.reaction),
)

/** The companies in whose logs a reaction is not at the end. `pool` is the one that reads all companies. */
export async function companiesBehind(pool: pg.Pool, reaction: string): Promise<string[]> {
  return (await rowsOf(pool, behind({ reaction }))).map((one) => one.company_id)
}

const behind = statement('companies-behind-in-reaction', (p: Parameters<{ reaction: string }>) =>
  db
    .selectFrom('company_head as head')
    .leftJoin('reaction_checkpoint as place', (join) =>
      join.onRef('place.company_id', '=', 'head.company_id').on('place.reaction', '=', p.reaction),
    )
    .select('head.company_id')
    .where(({ or, eb, ref }) => or([eb('place.seq', 'is', null), eb('place.seq', '<', ref('head.seq'))]))
    .where(({ not }) => not(isErased('head.company_id'))),
)
