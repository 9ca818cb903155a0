import type { HistoryEntry } from '#core/history/history.ts'
import type { TaskStatus } from '#core/job/values.ts'
import type { Arrival, NoAccessRecord } from '#core/job/visit/time-on-site.ts'
import { wallClock } from '#core/time/wall-clock.ts'
import { type Evidence, jobOf, whenOf } from './evidence.ts'

/**
 * A day on which somebody was at a job: those who tapped Arrived, and team members who recorded something. It uses recorded
 * events only; nobody is tracked.
 */
export type Attendance = {
  /** The day in the company's time zone. */
  day: string
  /** From Arrived to Left; for those who tapped neither, from their first record to their last. */
  first: string
  last: string
  people: string[]
  /** Whether somebody's time is known only by what they recorded: who did not tap Arrived, or not Left. */
  byRecords: boolean
  /** A team member was there but had no access. */
  noAccess: boolean
  /** What was recorded at closed doors. */
  closedDoors: NoAccessRecord[]
  /** Descriptions of the tasks with this status at the end of the day. */
  completed: string[]
  toEstimate: string[]
  /** The versions of the events that added photos. */
  photos: number[]
  /** The last comment of the day. */
  comment?: string
}

/** Events that say when somebody was there. They are not work of their own: a time can be changed from anywhere. */
const aboutTimes = new Set<string>([
  'ArrivedOnSite',
  'ArrivalTimeChanged',
  'ArrivalWithdrawn',
  'LeftSite',
  'LeavingTimeChanged',
  'LeavingWithdrawn',
])

type Day = { entries: HistoryEntry[]; arrivals: Arrival[]; closedDoors: NoAccessRecord[]; tapped: Set<string> }
type Copy = Pick<Evidence, 'entries' | 'events' | 'known'>

/** The attendances in a copy of a job's history. The office works elsewhere, except on a day on which it tapped Arrived. */
export function attendancesOf(copy: Copy, zone: string): Attendance[] {
  const days = new Map<string, Day>()
  const dayOf = (instant: string) => wallClock(instant, zone).day
  const on = (day: string): Day => {
    const found = days.get(day) ?? { entries: [], arrivals: [], closedDoors: [], tapped: new Set() }
    days.set(day, found)
    return found
  }
  for (const one of arrivalsIn(copy)) {
    const { arrivals, tapped } = on(dayOf(one.arrivedAt))
    arrivals.push(one)
    tapped.add(one.userId)
  }
  for (const one of closedDoorsIn(copy)) {
    const { closedDoors, tapped } = on(dayOf(one.happenedAt))
    closedDoors.push(one)
    tapped.add(one.userId)
  }
  for (const entry of copy.entries.filter(({ type }) => !aboutTimes.has(type)).toSorted(byTime)) {
    const day = dayOf(whenOf(entry))
    const wasThere = entry.actorId !== undefined && days.get(day)?.tapped.has(entry.actorId)
    if (entry.actorRole === 'team' || wasThere) on(day).entries.push(entry)
  }
  return [...days].map(([day, ofDay]) => attendanceOf(day, ofDay)).sort((a, b) => a.day.localeCompare(b.day))
}

const byTime = (one: HistoryEntry, other: HistoryEntry) => Date.parse(whenOf(one)) - Date.parse(whenOf(other))

/** The arrivals of a copy's period, with their times at its end. */
function arrivalsIn({ entries, known }: Copy): Arrival[] {
  const shown = new Set(entries.map(({ version }) => version))
  return (jobOf({ known })?.arrivals ?? []).filter(({ versions: [first = 0] }) => shown.has(first))
}

function closedDoorsIn({ entries, events }: Copy): NoAccessRecord[] {
  const times = new Map(entries.map((one) => [one.version, whenOf(one)]))
  return events.flatMap((event) => {
    if (event.type !== 'NoAccessReported') return []
    const { data, actorId: userId = '', recordedAt } = event
    return [{ ...data, userId, happenedAt: times.get(event.version) ?? event.happenedAt, recordedAt }]
  })
}

function attendanceOf(day: string, { entries, arrivals, closedDoors, tapped }: Day): Attendance {
  const tasks = new Map<string, TaskStatus>()
  for (const { field, of = '', to } of entries.flatMap(({ changes }) => changes))
    if (field === 'status' && (to === 'completed' || to === 'to estimate' || to === 'not completed')) tasks.set(of, to)
  const at = (status: TaskStatus) => [...tasks].filter(([, one]) => one === status).map(([of]) => of)
  const comment = entries.flatMap(({ changes }) => changes).findLast(({ field, to }) => field === 'note' && to)?.to
  const people = new Set(tapped)
  for (const { actorId } of entries) if (actorId) people.add(actorId)
  const arrived = new Set(arrivals.map(({ userId }) => userId))
  const lastRecords = new Map(entries.map((one) => [one.actorId ?? '', whenOf(one)]))
  const recorded = entries.filter(({ actorId = '' }) => !arrived.has(actorId))
  const times = [
    ...arrivals.flatMap((one) => [one.arrivedAt, one.leftAt ?? lastSeen(one, lastRecords)]),
    ...closedDoors.flatMap((one) => [one.atDoorFrom ?? one.happenedAt, one.happenedAt]),
    ...recorded.map(whenOf),
  ].sort((one, other) => Date.parse(one) - Date.parse(other))
  return {
    day,
    first: times[0] ?? '',
    last: times.at(-1) ?? '',
    people: [...people],
    byRecords: arrivals.some(({ leftAt }) => !leftAt) || [...people].some((one) => !tapped.has(one)),
    noAccess:
      closedDoors.length > 0 ||
      entries.some(({ changes }) => changes.some(({ field, to }) => field === 'warning' && to === 'no access')),
    closedDoors,
    completed: at('completed'),
    toEstimate: at('to estimate'),
    photos: entries.filter(({ type }) => type === 'ImageAdded').map(({ version }) => version),
    ...(typeof comment === 'string' ? { comment } : {}),
  }
}

/** Until when somebody who did not tap Left was there at least: until the last record of theirs that day. */
function lastSeen({ userId, arrivedAt }: Arrival, lastRecords: ReadonlyMap<string, string>): string {
  const last = lastRecords.get(userId) ?? arrivedAt
  return Date.parse(last) > Date.parse(arrivedAt) ? last : arrivedAt
}
