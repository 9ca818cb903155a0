import { automaticTypes, providerTypes } from '#core/history/company-history.ts'
import { kindOf } from '#core/history/kinds.ts'
import { type EventType, events, isEventType, isPrivate } from '#core/ledger/ledger.ts'
import type { HistoryQuery } from '#core/wire/history.ts'
import { columnsOfLine } from '#ledger/log/read.ts'

/** What a page is looked for by. The streams are those of the sites that are asked for. */
export type EventFilter = Pick<HistoryQuery, 'person' | 'kind'> & {
  /** Exclusive. */
  before?: number | undefined
  since?: number | undefined
  /** Instants; recorded from the first on, and before the second. */
  from?: string | undefined
  until?: string | undefined
  streams?: readonly string[] | undefined
}

/** Whether these are the newest events of all, so that nothing came after any of them that is not among them. */
export const includesNewest = ({ person, kind, streams, before, until }: EventFilter) =>
  [person, kind, streams, before, until].every((one) => one === undefined)

type Parameter = (value: unknown) => string

/** Of each kind of event, those that are told to others than who caused them. */
const toldTypes = Object.keys(events)
  .filter(isEventType)
  .filter((type) => !isPrivate({ type }))
const privateTypes = Object.keys(events).filter((type) => isPrivate({ type }))

/** What is read of an event that is wanted. */
const columnsOfPage = `hash, ${columnsOfLine}`

const listed = <T>(given: T | T[] | undefined): T[] | undefined =>
  given === undefined ? undefined : Array.isArray(given) ? given : [given]

/**
 * A query of the newest events that are wanted, at most `limit`, `$1` being the company. What is narrowed to several people, kinds
 * or sites takes the newest of each from an index and then the newest of these, so that it costs the same in a ledger of any size.
 */
export function matchingEvents(wanted: EventFilter, limit: number, parameter: Parameter): string {
  const within = withinOf(wanted, parameter)
  const newest = (condition: string, { columns = 'seq', order = 'seq' } = {}) =>
    `select ${columns} from event where ${['company_id = $1', condition, ...within].join(' and ')} order by ${order} desc limit ${limit}`
  const events = (condition: string) => newest(condition, { columns: columnsOfPage })
  const ofSeqs = (seqs: string) => `
    select ${columnsOfPage} from event where company_id = $1 and seq = any (array(
      select seq from (${seqs}) found order by seq desc limit ${limit}))`
  const ofEach = (values: readonly string[], type: 'text' | 'uuid', condition: string, order?: string) =>
    `select found.seq from unnest(${parameter(values)}::${type}[]) one cross join lateral (${newest(condition, { ...(order ? { order } : {}) })}) found`
  const kinds = listed(wanted.kind)
  const types = kinds && toldTypes.filter((type) => kinds.includes(kindOf[type]))
  const told = () => (types ? `type = any (${parameter(types)}::text[])` : `type not in (${quoted(privateTypes)})`)
  const people = listed(wanted.person)
  const byTypes = people && typesOf(people, types ?? toldTypes)
  const userIds = people?.filter((one) => one !== 'fettle' && one !== 'stripe') ?? []
  if (wanted.streams) {
    const persons =
      people && `(actor_id = any (${parameter(userIds)}::uuid[]) or type = any (${parameter(byTypes)}::text[]))`
    const condition = persons ? `${told()} and ${persons}` : told()
    return ofSeqs(ofStreams(wanted.streams, limit, { condition, within, parameter, ofEach }))
  }
  if (people) {
    const [userId, another] = userIds
    // Of whoever is wanted for some kinds alone, the index tells the kinds.
    if (userId !== undefined && another === undefined && !byTypes?.length && !types)
      return events(`actor_id = ${parameter(userId)}::uuid and ${told()}`)
    const branches = [
      ...(userIds.length > 0 ? [ofEach(userIds, 'uuid', `actor_id = one and ${told()}`)] : []),
      ...(byTypes?.length ? [ofEach(byTypes, 'text', 'type = one')] : []),
    ]
    return branches.length > 0
      ? ofSeqs(branches.map((one) => `(${one})`).join(' union '))
      : `select ${columnsOfPage} from event where false`
  }
  if (!types) return events(told())
  if (kinds.length > 1) return ofSeqs(ofEach(types, 'text', 'type = one'))
  const ofTypes = types.map((type) => `(${newest(`type = '${type}'`, { columns: columnsOfPage })})`)
  return `select ${columnsOfPage} from (${ofTypes.join(' union all ')}) event order by seq desc limit ${limit}`
}

/** Names of our own types, as SQL. */
const quoted = (types: readonly string[]) => types.map((type) => `'${type}'`).join(', ')

/** The acts of the product itself, and of the card provider. */
const typesOf = (people: readonly string[], types: readonly EventType[]) =>
  types.filter(
    (type) =>
      (people.includes('fettle') && automaticTypes.includes(type)) ||
      (people.includes('stripe') && providerTypes.includes(type)),
  )

type Ways = {
  condition: string
  within: readonly string[]
  parameter: Parameter
  ofEach(values: readonly string[], type: 'uuid', condition: string, order: string): string
}

/** So many of the newest events are looked at first. */
const nearby = 5_000
/** Of so many streams each is asked, although none of its newest events may be wanted. */
const mostAsked = 1_000

/**
 * A site where much happens has its newest events among the newest of all. Where there are too few of them, its streams are
 * asked one by one, which takes the same time wherever in the ledger they are; or, where most of the ledger is of the site, its
 * events are taken from the newest on.
 */
function ofStreams(
  ids: NonNullable<EventFilter['streams']>,
  limit: number,
  { condition, within, parameter, ofEach }: Ways,
) {
  const all = ['company_id = $1', ...within].join(' and ')
  const streams = parameter(ids)
  // Whether a stream is among the site's is looked up in a table, and is no join, which would have an order of its own.
  const walked = (newest: string) => `
    select seq from (select seq, stream_id, type, actor_id from event where ${all} order by seq desc ${newest}) walked
    where (stream_id in (select unnest(${streams}::uuid[]))) is true and ${condition} limit ${limit}`
  // Within a stream, the order of versions is that of the ledger.
  const rest =
    ids.length > mostAsked ? walked('offset 0') : ofEach(ids, 'uuid', `stream_id = one and ${condition}`, 'version')
  return `
    with few as materialized (${walked(`limit ${nearby}`)})
    select seq from few union select seq from (${rest}) rest where (select count(*) from few) < ${limit}`
}

function withinOf({ before, since, from, until }: EventFilter, parameter: Parameter): string[] {
  return [
    ...(before === undefined ? [] : [`seq < ${parameter(before)}`]),
    ...(since === undefined ? [] : [`seq > ${parameter(since)}`]),
    ...(from === undefined ? [] : recordedFrom(parameter(from))),
    ...(until === undefined ? [] : recordedBefore(parameter(until))),
  ]
}

const recordedFrom = (instant: string) => [
  `recorded_at >= ${instant}::timestamptz`,
  `seq > ${firstFrom(instant)} - ${disorder}`,
]
const recordedBefore = (instant: string) => [
  `recorded_at < ${instant}::timestamptz`,
  `seq < ${firstFrom(instant)} + ${disorder}`,
]

/** Events are timed before they take their place, so that neighbours may have their times in another order. */
const disorder = 1_000

/** About the first seq that was recorded from an instant on, found in the gapless ledger as a word in a dictionary. */
const firstFrom = (instant: string) => `(
  with recursive halves (low, high) as (
    select 0::bigint, seq + 1 from company_head where company_id = $1
    union all
    select case when earlier then middle else low end, case when earlier then high else middle end
    from (select low, high, (low + high) / 2 as middle from halves where high - low > 1 offset 0) half cross join lateral (
      select recorded_at < ${instant}::timestamptz as earlier from event where company_id = $1 and seq = middle offset 0) looked)
  select min(high) from halves)`
