import type { HistoryEntry } from '#core/history/history.ts'
import type { TaskStatus } from '#core/job/values.ts'
import { wallClock } from '#core/time/wall-clock.ts'
import { whenOf } from './evidence.ts'

/**
 * A day on which people of the team recorded something of a job: from the first to the last of it, who they were, and what
 * came of it. It says no more than what was recorded: nobody is followed around.
 */
export type Attendance = {
  /** The day by the company's clocks. */
  day: string
  first: string
  last: string
  people: string[]
  /** Somebody was there and could not get in. */
  noAccess: boolean
  /** Tasks by what they were called, as they stood at the end of the day. */
  completed: string[]
  toEstimate: string[]
  /** The versions of the events that added photos. */
  photos: number[]
  /** The last thing that was written down that day. */
  said?: string
}

/** Who attended when, from what a job's history tells, oldest first. The office works elsewhere. */
export function attendancesOf(entries: readonly HistoryEntry[], zone: string): Attendance[] {
  const days = new Map<string, HistoryEntry[]>()
  const byTeam = entries.filter(({ actorRole }) => actorRole === 'team')
  for (const entry of byTeam.toSorted((a, b) => Date.parse(whenOf(a)) - Date.parse(whenOf(b)))) {
    const { day } = wallClock(whenOf(entry), zone)
    days.set(day, [...(days.get(day) ?? []), entry])
  }
  return [...days].map(([day, ofDay]) => attendanceOf(day, ofDay))
}

function attendanceOf(day: string, entries: readonly HistoryEntry[]): Attendance {
  const tasks = new Map<string, TaskStatus>()
  for (const { field, of = '', to } of entries.flatMap(({ changes }) => changes))
    if (field === 'status' && (to === 'completed' || to === 'to estimate' || to === 'not completed')) tasks.set(of, to)
  const at = (status: TaskStatus) => [...tasks].filter(([, one]) => one === status).map(([of]) => of)
  const said = entries.flatMap(({ changes }) => changes).findLast(({ field, to }) => field === 'note' && to)?.to
  const times = entries.map(whenOf)
  return {
    day,
    first: times[0] ?? '',
    last: times.at(-1) ?? '',
    people: [...new Set(entries.flatMap(({ actorId }) => actorId ?? []))],
    noAccess: entries.some(({ changes }) => changes.some(({ field, to }) => field === 'warning' && to === 'no access')),
    completed: at('completed'),
    toEstimate: at('to estimate'),
    photos: entries.filter(({ type }) => type === 'ImageAdded').map(({ version }) => version),
    ...(typeof said === 'string' ? { said } : {}),
  }
}
