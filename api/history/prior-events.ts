import { neededBefore, site } from '#core/history/needed-events.ts'
import type { StoredEvent } from '#core/ledger/ledger.ts'
import { type EventLine, eventOfLine } from '#ledger/log/read.ts'

/** Types that need the same before them. */
const groups = [...Map.groupBy(Object.entries(neededBefore), ([, needed]) => needed.join())].filter(
  ([needed]) => needed,
)

/** SQL of what an event needs. Names of our own stand in the statement: to send them takes as long as to read the page. */
const needed = `case ${groups
  .map(([needed, group]) => `when type in (${group.map(([type]) => `'${type}'`).join(', ')}) then '${needed}'`)
  .join(' ')} end`

/** What tells of before: not when it was and by which command, which nobody asks. */
export const priorEventColumns = 'seq, stream, stream_id, version, type, schema, number, data, actor_id'
export type PriorEventLine = [
  seq: EventLine[0],
  stream: EventLine[1],
  streamId: EventLine[2],
  version: EventLine[3],
  type: EventLine[4],
  schema: EventLine[5],
  number: EventLine[6],
  data: EventLine[7],
  actorId: EventLine[8],
  ...null[],
]
const unasked = ['system', '', '', 'server', '', 0] as const

/** An event that only tells what was before another one. */
export function priorEvent(
  companyId: string,
  [seq, stream, streamId, version, type, schema, number, data, actorId]: PriorEventLine,
): StoredEvent {
  return eventOfLine(companyId, [seq, stream, streamId, version, type, schema, number, data, actorId, ...unasked])
}

const onlySite = site.join()

/**
 * SQL of what the events of `page` need before them, as two further tables: few of a stream's events tell what one changed. A
 * stream is looked through by its index, up to where the page has all of it or else its last event; where only its site is asked
 * for, that is its first event and the few that moved it.
 */
export const earlier = `
  asked as materialized (
    select stream_id, types, string_to_array(types, ',') as each, upto
    from (
      select stream_id, string_agg(distinct ${needed}, ',') as types,
        case when max(version) - min(version) = count(*) - 1 then min(version) else max(version) end as upto
      from page group by stream_id) stream),
  earlier as (
    select event.* from asked cross join lateral (
      select ${priorEventColumns} from event
      where company_id = $1 and event.stream_id = asked.stream_id and event.version < asked.upto
        and event.type = any (asked.each) offset 0) event
    where asked.types <> '${onlySite}'
    union all
    select event.* from asked cross join lateral (
      select ${priorEventColumns} from event
      where company_id = $1 and event.stream_id = asked.stream_id and event.version = 1 and asked.upto > 1
      union all
      select ${priorEventColumns} from event
      where company_id = $1 and event.stream_id = asked.stream_id and event.version < asked.upto
        and event.type = 'JobSiteChanged') event
    where asked.types = '${onlySite}')`
