import { sql } from 'kysely'
import type pg from 'pg'
import { namesOf, peopleQueries } from '#api/reads/people.ts'
import { alsoIn, bringsFile, type ErasableText, filesBroughtBy, textsOf } from '#core/erasure/erasure.ts'
import { historyOf } from '#core/history/history.ts'
import { isEventType, isPrivate, type StoredEvent } from '#core/ledger/ledger.ts'
import { upcastEvent } from '#core/model/upcast.ts'
import type { ErasableAnswer } from '#core/wire/erasure.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { eventAsStored, eventColumns, readStreamAsStored } from '#ledger/log/read.ts'
import { sameNames } from './site-names.ts'

type Reader = { companyId: string; userId: string }
type Found = { event: StoredEvent; text: ErasableText }

type Seqs = { companyId: string; seqs: readonly number[] }

const headSeq = statement('erasable-head', (p: Parameters<{ companyId: string }>) =>
  db.selectFrom('company_head').select('seq').where('company_id', '=', p.companyId),
)
const eventsBySeq = statement('erasable-events', (p: Parameters<Seqs>) =>
  db
    .selectFrom('event')
    .select(eventColumns)
    .select((event) => event.fn<string>('encode', ['digest', event.val('hex')]).as('digest'))
    .where('company_id', '=', p.companyId)
    .where((event) => event('seq', '=', event.fn.any(p.seqs)))
    .orderBy('seq'),
)

/** Events of the company by seq, with their digests, in the shapes in which they were stored, without another person's private ones. */
export async function readErasableEvents(pool: pg.Pool, { companyId, userId }: Reader, seqs: readonly number[]) {
  const [head, events] = await readInCompany(pool, companyId, [
    headSeq({ companyId }),
    eventsBySeq({ companyId, seqs }),
  ])
  const may = (event: StoredEvent) => isEventType(event.type) && (!isPrivate(event) || event.actorId === userId)
  return {
    seq: head.rows[0]?.seq ?? 0,
    events: events.rows.map(eventAsStored).filter(may),
    digests: new Map(events.rows.map((one) => [one.seq, one.digest])),
  }
}

/**
 * The texts of an event that can be erased, and where else each is found: in its own stream; for a photo, in other streams that share its
 * file; and for a site's name, with the sites. Undefined if the reader can see no such event.
 */
export async function readErasable(pool: pg.Pool, reader: Reader, seq: number): Promise<ErasableAnswer | undefined> {
  const { companyId } = reader
  const [event] = (await readErasableEvents(pool, reader, [seq])).events
  if (!event) return undefined
  const stream = (await readStreamAsStored(pool, companyId, event.streamId)).filter((one) => isEventType(one.type))
  const own = textsOf(event)
  const elsewhere = await sameNames(pool, companyId, event)
  const found: Found[] = [
    ...own.map((text) => ({ event, text })),
    ...own.flatMap((text) => alsoIn(stream, { ...text, seq })),
    ...(await samePhotos(pool, companyId, event, own)),
    ...elsewhere,
  ]
  const distinct = new Map(found.map((one) => [`${one.event.seq} ${one.text.path}`, one]))
  const told = [stream, ...elsewhere.map((one) => [one.event])].flatMap((events) => historyOf(events.map(upcastEvent)))
  const sentences = new Map(told.map((one) => [one.seq, one.sentence]))
  const texts = [...distinct.values()].map(
    ({ event: { seq: at, actorId, recordedAt }, text: { path, field, text } }) => ({
      seq: at,
      path,
      field,
      text,
      sentence: sentences.get(at) ?? 'added a file',
      ...(actorId === undefined ? {} : { actorId }),
      recordedAt,
      asked: at === seq,
    }),
  )
  const [known, details] = await readInCompany(pool, companyId, [...peopleQueries(companyId)])
  return {
    texts,
    people: namesOf(
      [...known.rows, ...details.rows],
      texts.map((one) => one.actorId),
    ),
  }
}

const sameSrc = statement('erasable-same-photos', (p: Parameters<{ companyId: string; src: string; seq: number }>) =>
  db
    .selectFrom('event')
    .select(eventColumns)
    .where('company_id', '=', p.companyId)
    .where('type', 'in', filesBroughtBy)
    .where((event) => event(sql<string>`${event.ref('data')} ->> 'src'`, '=', p.src))
    .where('seq', '<>', p.seq)
    .orderBy('seq')
    .limit(100),
)

/** The texts of other photos or attached files that share the file of this one, unless it was erased, or the event is damaged. */
async function samePhotos(pool: pg.Pool, companyId: string, { type, seq }: StoredEvent, own: readonly ErasableText[]) {
  const photo = bringsFile({ type }) ? own.find(({ path }) => path === 'src') : undefined
  if (!photo) return []
  const [{ rows }] = await readInCompany(pool, companyId, [sameSrc({ companyId, src: photo.text, seq })])
  return rows.map(eventAsStored).flatMap((other) => textsOf(other).map((text): Found => ({ event: other, text })))
}
