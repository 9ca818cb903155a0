import type { HistoryEntry } from '#core/history/history.ts'
import type { TaskStatus } from '#core/job/values.ts'
import { wallClock } from '#core/time/wall-clock.ts'
import { whenOf } from './evidence.ts'

/**
 * A day on which team members recorded something on a job: the first and last record, the people, and the results. It uses
 * recorded events only; nobody is tracked.
 */
export type Attendance = {
  /** The day in the company's time zone. */
  day: string
  first: string
  last: string
  people: string[]
  /** A team member was there but had no access. */
  noAccess: boolean
  /** Descriptions of the tasks with this status at the end of the day. */
  completed: string[]
  toEstimate: string[]
  /** The versions of the events that added photos. */
  photos: number[]
  /** The last comment of the day. */
  comment?: string
}

/** The attendances in a job's history, which is oldest first. Only the team attends; the office works elsewhere. */
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
  const comment = entries.flatMap(({ changes }) => changes).findLast(({ field, to }) => field === 'note' && to)?.to
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
    ...(typeof comment === 'string' ? { comment } : {}),
  }
}
