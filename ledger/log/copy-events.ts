import type pg from 'pg'
import type { FoldedEvent } from '#core/ledger/ledger.ts'
import { utcInstant } from '#ledger/database/column-types.ts'
import { copiedNull, copyOutLines, jsonFromCopy } from '#ledger/database/copy-out.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { columnsOfFolded, type FoldedLine, foldedOfLine } from './read.ts'

/**
 * The events that readEvents would return, with only what folds need, by COPY: measured to halve this process's time, as a chunk
 * of text arrives instead of a message and a dozen texts for each event. For replays; `client` must not be pipelined.
 */
export async function copyEvents(
  client: pg.ClientBase,
  companyId: string,
  after: number,
  limit: number,
): Promise<FoldedEvent[]> {
  const events: FoldedEvent[] = []
  const ids = new Map<string, string>()
  for await (const lines of copyOutLines(client, eventsToCopy({ companyId, after, limit })))
    for (const line of lines) events.push(foldedOfLine(companyId, parsed(line, ids)))
  return events
}

const eventsToCopy = statement('copy-events', (p: Parameters<{ companyId: string; after: number; limit: number }>) =>
  db
    .selectFrom('event')
    .select(columnsOfFolded)
    .where('company_id', '=', p.companyId)
    .where('seq', '>', p.after)
    .orderBy('seq')
    .limit(p.limit),
)

/** The fields of a line as text; the log holds only valid values of the enumerations among them. */
type Fields = [
  seq: string,
  stream: FoldedLine[1],
  streamId: string,
  version: string,
  type: string,
  schema: string,
  number: string,
  data: string,
  actorId: string,
  actorRole: FoldedLine[9],
  happenedAt: string,
  recordedAt: string,
]

function parsed(line: string, ids: Map<string, string>): FoldedLine {
  const fields = line.split('\t') as Fields
  const [seq, stream, streamId, version, type, schema, number, data, actorId, actorRole, happenedAt, recordedAt] =
    fields
  return [
    Number(seq),
    stream,
    interned(streamId, ids),
    Number(version),
    interned(type, ids),
    Number(schema),
    number === copiedNull ? null : Number(number),
    JSON.parse(jsonFromCopy(data)),
    actorId === copiedNull ? null : interned(actorId, ids),
    actorRole,
    utcInstant(happenedAt),
    utcInstant(recordedAt),
  ]
}

/**
 * A copy of an id instead of a slice of its chunk, so that a row which keeps the id does not keep the whole chunk in memory. Equal
 * ids are one string, which makes lookups by type faster.
 */
function interned(id: string, ids: Map<string, string>): string {
  const known = ids.get(id)
  if (known !== undefined) return known
  const copy = Buffer.from(id, 'latin1').toString('latin1')
  ids.set(copy, copy)
  return copy
}
