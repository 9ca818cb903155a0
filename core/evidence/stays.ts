import { type Arrival, isOnSite, type NoAccessRecord } from '#core/job/visit/time-on-site.ts'
import type { StoredEvent } from '#core/ledger/ledger.ts'
import { type Evidence, jobOf, whenOf } from './evidence.ts'

/** A time as a device or a person gave it, and when the server recorded it. */
export type Moment = { at: string; recordedAt: string }

/** A time of an arrival or a leaving that was changed after it was recorded. */
export type TimeChange = {
  side: 'arrived' | 'left'
  /** Missing where a Left was added that nobody had tapped. */
  from?: string
  to: string
  reason: string
  userId: string
  recordedAt: string
}

/** An arrival in a copy, with its times at the end of the copy's period. */
export type Stay = {
  userId: string
  arrived: Moment
  /** Missing if nobody tapped Left, or so late that it was not the end of this stay. */
  left?: Moment
  changes: TimeChange[]
}

/** The arrivals of a copy's period. */
export function staysIn(copy: Pick<Evidence, 'entries' | 'known' | 'begun'>): Stay[] {
  const { entries, known } = copy
  const shown = new Set(entries.map(({ version }) => version))
  const events = new Map(known.map((one) => [one.version, one]))
  return (jobOf(copy)?.arrivals ?? [])
    .filter(({ versions: [first = 0] }) => shown.has(first))
    .map((one) =>
      stayOf(
        one,
        one.versions.flatMap((version) => events.get(version) ?? []),
      ),
    )
}

function stayOf({ userId, arrivedAt, leftAt, recordedAt }: Arrival, events: readonly StoredEvent[]): Stay {
  const statedLast = (...types: readonly StoredEvent['type'][]) =>
    events.findLast(({ type }) => types.includes(type))?.recordedAt ?? recordedAt
  return {
    userId,
    arrived: { at: arrivedAt, recordedAt: statedLast('ArrivedOnSite', 'ArrivalTimeChanged') },
    ...(leftAt !== undefined && isOnSite({ arrivedAt }, leftAt)
      ? { left: { at: leftAt, recordedAt: statedLast('LeftSite', 'LeavingTimeChanged') } }
      : {}),
    changes: events.flatMap(changeIn),
  }
}

function changeIn(event: StoredEvent): TimeChange[] {
  if (event.type !== 'ArrivalTimeChanged' && event.type !== 'LeavingTimeChanged') return []
  const { data, actorId: userId = '', recordedAt } = event
  const { from, to, reason } = data
  const side = event.type === 'ArrivalTimeChanged' ? 'arrived' : 'left'
  return [{ side, ...(from === undefined ? {} : { from }), to, reason, userId, recordedAt }]
}

/** What was recorded at closed doors in a copy's period. */
export function closedDoorsIn({ entries, events }: Pick<Evidence, 'entries' | 'events'>): NoAccessRecord[] {
  const times = new Map(entries.map((one) => [one.version, whenOf(one)]))
  return events.flatMap((event) => {
    if (event.type !== 'NoAccessReported') return []
    const { data, actorId: userId = '', recordedAt } = event
    return [{ ...data, userId, happenedAt: times.get(event.version) ?? event.happenedAt, recordedAt }]
  })
}
