import type { HistoryEntry } from '#core/history/history.ts'
import type { TaskStatus } from '#core/job/values.ts'
import type { NoAccessRecord } from '#core/job/visit/time-on-site.ts'
import { clocksDiffer } from '#core/time/clocks.ts'
import { wallClock } from '#core/time/wall-clock.ts'
import { type Evidence, whenOf } from './evidence.ts'
import { closedDoorsIn, type Moment, type Stay, staysIn, type TimeChange } from './stays.ts'
import { type TaskNameAt, taskNamesIn } from './task-names.ts'

/**
 * A day on which somebody came to a job: those who tapped Arrived, and team members who recorded something. It uses recorded
 * events only; nobody is tracked.
 */
export type Attendance = {
  /** The day in the company's time zone, by the times that were given. */
  day: string
  /** From Arrived to Left; for those who tapped neither, from their first record to their last. A visit may end after midnight. */
  first: string
  last: string
  /** When the server recorded `first`. */
  firstRecordedAt: string
  /** When the server recorded what it learned more than 15 minutes after the time given for it; missing if it knew all by then. */
  recordedLate?: { first: string; last: string }
  /** Times on site that were changed later. */
  timesChanged: TimeChange[]
  people: string[]
  /** Whether somebody's time is known only by what they recorded: who did not tap Arrived, or not Left. */
  byRecords: boolean
  /** A team member was there but had no access. */
  noAccess: boolean
  /** What was recorded at closed doors. */
  closedDoors: NoAccessRecord[]
  /** What the tasks were called that had this status at the end of the day, at the moment in which it was given. */
  completed: string[]
  toEstimate: string[]
  /** The versions of the events that added photos. */
  photos: number[]
  /** The last comment of the day that was not deleted. */
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
  'OnTheWaySaid',
  'OnTheWayWithdrawn',
])

type Day = { entries: HistoryEntry[]; stays: Stay[]; closedDoors: NoAccessRecord[]; tapped: Set<string> }

/** The attendances in a copy of a job's history. The office works elsewhere, except on a day on which it tapped Arrived. */
export function attendancesOf(
  copy: Pick<Evidence, 'entries' | 'events' | 'known' | 'begun'>,
  zone: string,
): Attendance[] {
  const days = new Map<string, Day>()
  const dayOf = (instant: string) => wallClock(instant, zone).day
  const on = (day: string): Day => {
    const found = days.get(day) ?? { entries: [], stays: [], closedDoors: [], tapped: new Set() }
    days.set(day, found)
    return found
  }
  const stays = staysIn(copy)
  for (const one of stays) {
    const ofDay = on(dayOf(one.arrived.at))
    ofDay.stays.push(one)
    ofDay.tapped.add(one.userId)
  }
  for (const one of closedDoorsIn(copy)) {
    const { closedDoors, tapped } = on(dayOf(one.happenedAt))
    closedDoors.push(one)
    tapped.add(one.userId)
  }
  const records = copy.entries.filter(({ type, unreadable }) => !aboutTimes.has(type) && unreadable === undefined)
  const stayOf = stayOver(stays)
  for (const entry of records.toSorted(byTime)) {
    const day = dayOf(stayOf(entry)?.arrived.at ?? whenOf(entry))
    const wasThere = entry.actorId !== undefined && days.get(day)?.tapped.has(entry.actorId)
    if (entry.actorRole === 'team' || wasThere) on(day).entries.push(entry)
  }
  const events = new Map(copy.known.map((one) => [one.version, one]))
  const tasksOf = taskResults(events, taskNamesIn(copy))
  const isDeleted = deletedComments(copy)
  return [...days]
    .map(([day, ofDay]) => ({ ...attendanceOf(day, ofDay, isDeleted), ...tasksOf(ofDay.entries) }))
    .sort((a, b) => a.day.localeCompare(b.day))
}

/**
 * Returns a function that finds the stay of its author in which something was recorded, for one entry after another in order of time:
 * what is done after midnight belongs to the evening on which they came.
 */
function stayOver(stays: readonly Stay[]): (entry: HistoryEntry) => Stay | undefined {
  const ahead = Map.groupBy(
    stays.toSorted((one, other) => inTime(other.arrived.at, one.arrived.at)),
    ({ userId }) => userId,
  )
  const latest = new Map<string, Stay>()
  return (entry) => {
    const { actorId = '' } = entry
    const toCome = ahead.get(actorId) ?? []
    for (let next = toCome.at(-1); next && inTime(next.arrived.at, whenOf(entry)) <= 0; next = toCome.at(-1)) {
      latest.set(actorId, next)
      toCome.pop()
    }
    const stay = latest.get(actorId)
    return stay?.left && inTime(whenOf(entry), stay.left.at) <= 0 ? stay : undefined
  }
}

/** Returns a function that tells whether the comment that an entry added was deleted later. */
function deletedComments({ known }: Pick<Evidence, 'known'>) {
  const noteIds = new Set(known.flatMap(({ type, data }) => (type === 'NoteDeleted' ? [data.noteId] : [])))
  const deleted = new Set(
    known.flatMap((one) => (one.type === 'NoteAdded' && noteIds.has(one.data.noteId) ? [one.version] : [])),
  )
  return ({ version }: HistoryEntry) => deleted.has(version)
}

const byTime = (one: HistoryEntry, other: HistoryEntry) => Date.parse(whenOf(one)) - Date.parse(whenOf(other))

function attendanceOf(
  day: string,
  ofDay: Day,
  isDeleted: (entry: HistoryEntry) => boolean,
): Omit<Attendance, 'completed' | 'toEstimate'> {
  const { entries, stays, closedDoors, tapped } = ofDay
  const comment = entries
    .flatMap((one) => (isDeleted(one) ? [] : one.changes))
    .findLast(({ field, to }) => field === 'note' && to)?.to
  const people = new Set(tapped)
  for (const { actorId } of entries) if (actorId) people.add(actorId)
  const times = timesOnSite(ofDay)
  const late = [...times, ...entries.map(momentOf)].filter(({ at, recordedAt }) =>
    clocksDiffer({ happenedAt: at, recordedAt }),
  )
  const recorded = late.map((one) => one.recordedAt).sort(inTime)
  const first = times[0]
  return {
    day,
    first: first?.at ?? '',
    last: times.at(-1)?.at ?? '',
    firstRecordedAt: first?.recordedAt ?? '',
    ...(recorded[0] === undefined
      ? {}
      : { recordedLate: { first: recorded[0], last: recorded.at(-1) ?? recorded[0] } }),
    timesChanged: stays.flatMap(({ changes }) => changes),
    people: [...people],
    byRecords: stays.some(({ left }) => !left) || [...people].some((one) => !tapped.has(one)),
    noAccess:
      closedDoors.length > 0 ||
      entries.some(({ changes }) => changes.some(({ field, to }) => field === 'warning' && to === 'no access')),
    closedDoors,
    photos: entries.filter(({ type }) => type === 'ImageAdded').map(({ version }) => version),
    ...(typeof comment === 'string' ? { comment } : {}),
  }
}

const inTime = (one: string, other: string) => Date.parse(one) - Date.parse(other)
const momentOf = (entry: HistoryEntry): Moment => ({ at: whenOf(entry), recordedAt: entry.recordedAt })

/** The times between which people were there, in order. Those who did not tap Arrived were there when they recorded something. */
function timesOnSite({ entries, stays, closedDoors }: Day): Moment[] {
  const arrived = new Set(stays.map(({ userId }) => userId))
  const lastRecords = new Map(entries.map((one) => [one.actorId ?? '', momentOf(one)]))
  return [
    ...stays.flatMap((one) => [one.arrived, one.left ?? lastSeen(one, lastRecords)]),
    ...closedDoors.flatMap(({ atDoorFrom, happenedAt, recordedAt }) =>
      [atDoorFrom ?? happenedAt, happenedAt].map((at) => ({ at, recordedAt })),
    ),
    ...entries.filter(({ actorId = '' }) => !arrived.has(actorId)).map(momentOf),
  ].sort((one, other) => inTime(one.at, other.at))
}

/** Until when somebody who did not tap Left was there at least: until the last record of theirs that day. */
function lastSeen({ userId, arrived }: Stay, lastRecords: ReadonlyMap<string, Moment>): Moment {
  const last = lastRecords.get(userId) ?? arrived
  return inTime(last.at, arrived.at) > 0 ? last : arrived
}

const statusBy: Partial<Record<string, TaskStatus>> = {
  TaskCompleted: 'completed',
  TaskToEstimate: 'to estimate',
  TaskReopened: 'not completed',
}

/** Returns a function that reads from a day's entries, oldest first, which tasks ended it in which status. */
function taskResults(events: ReadonlyMap<number, Evidence['known'][number]>, nameAt: TaskNameAt) {
  return (entries: readonly HistoryEntry[]): Pick<Attendance, 'completed' | 'toEstimate'> => {
    const tasks = new Map<string, { status: TaskStatus; name: string }>()
    for (const entry of entries) {
      const status = statusBy[entry.type]
      const data = events.get(entry.version)?.data
      if (status && data && 'taskId' in data)
        tasks.set(data.taskId, { status, name: nameAt(data.taskId, whenOf(entry)) })
    }
    const named = (wanted: TaskStatus) =>
      [...tasks.values()].filter(({ status }) => status === wanted).map(({ name }) => name)
    return { completed: named('completed'), toEstimate: named('to estimate') }
  }
}
