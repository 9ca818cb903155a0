import type pg from 'pg'
import { accountsQuery, usernamesOf } from '#api/reads/accounts.ts'
import { alsoIn, type ErasableText, textsOf } from '#core/erasure/erasure.ts'
import { historyOf } from '#core/history/history.ts'
import { isEventType, isPrivate, type StoredEvent } from '#core/ledger/ledger.ts'
import { upcastEvent } from '#core/model/upcast.ts'
import type { ErasableAnswer } from '#core/wire/erasure.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { eventAsStored, eventColumns, readStreamAsStored } from '#ledger/log/read.ts'

type Asking = { companyId: string; userId: string }
type Found = { event: StoredEvent; text: ErasableText }

/** Events of the company by seq, as they are stored, without those that are nobody else's business than another person's. */
export async function readNamed(pool: pg.Pool, { companyId, userId }: Asking, seqs: readonly number[]) {
  const [head, events] = await readInCompany(pool, companyId, [
    { name: 'read-head', text: 'select seq from company_head where company_id = $1', values: [companyId] },
    {
      name: 'read-named',
      text: `select ${eventColumns} from event where company_id = $1 and seq = any ($2) order by seq`,
      values: [companyId, seqs],
    },
  ])
  const seq: number = head.rows[0]?.seq ?? 0
  const may = (event: StoredEvent) => isEventType(event.type) && (!isPrivate(event) || event.actorId === userId)
  return { seq, events: events.rows.map(eventAsStored).filter(may) }
}

/**
 * The texts of an event that can be erased, and where else the same is: in its stream, and for a photo also in others, whose file
 * it shares. Undefined when there is no such event to see.
 */
export async function readErasable(pool: pg.Pool, asking: Asking, seq: number): Promise<ErasableAnswer | undefined> {
  const { companyId } = asking
  const [event] = (await readNamed(pool, asking, [seq])).events
  if (!event) return undefined
  const stream = (await readStreamAsStored(pool, companyId, event.streamId)).filter((one) => isEventType(one.type))
  const own = textsOf(event)
  const found: Found[] = [
    ...own.map((text) => ({ event, text })),
    ...own.flatMap((text) => alsoIn(stream, { ...text, seq })),
    ...(await samePhotos(pool, companyId, event)),
  ]
  const once = new Map(found.map((one) => [`${one.event.seq} ${one.text.path}`, one]))
  const sentences = new Map(historyOf(stream.map(upcastEvent)).map((one) => [one.seq, one.sentence]))
  const texts = [...once.values()].map(({ event: { seq: at, actorId, recordedAt }, text: { path, field, text } }) => ({
    seq: at,
    path,
    field,
    text,
    sentence: sentences.get(at) ?? 'added an image',
    ...(actorId === undefined ? {} : { actorId }),
    recordedAt,
    asked: at === seq,
  }))
  const [accounts] = await readInCompany(pool, companyId, [accountsQuery(companyId)])
  return {
    texts,
    people: usernamesOf(
      accounts.rows,
      texts.map((one) => one.actorId),
    ),
  }
}

async function samePhotos(pool: pg.Pool, companyId: string, event: StoredEvent): Promise<Found[]> {
  if (event.type !== 'ImageAdded') return []
  const [{ rows }] = await readInCompany(pool, companyId, [
    {
      name: 'same-photos',
      text: `select ${eventColumns} from event where company_id = $1 and type = 'ImageAdded' and data ->> 'src' = $2
        and seq <> $3 order by seq limit 100`,
      values: [companyId, event.data.src, event.seq],
    },
  ])
  return rows.map(eventAsStored).flatMap((other) => textsOf(other).map((text) => ({ event: other, text })))
}
