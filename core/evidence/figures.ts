import { attendancesOf } from './attendances.ts'
import { type Evidence, jobOf, whenOf } from './evidence.ts'

/** Key figures of a job. Times are in milliseconds from its report, and missing if the copy has no such event. */
export type EvidenceFigures = {
  firstAttendance?: number
  lastRepair?: number
  attendances: number
  noAccess: number
  tasks: number
  completed: number
  toEstimate: number
  photos: number
}

/** The key figures of a copy. */
export function figuresOf(evidence: Evidence, zone: string): EvidenceFigures {
  const attendances = attendancesOf(evidence, zone)
  const reported = evidence.known[0]?.happenedAt
  const tasks = jobOf(evidence)?.jobDescriptions ?? []
  const repairs = evidence.entries.filter(({ type }) => type === 'TaskCompleted').map(whenOf)
  const since = (name: 'firstAttendance' | 'lastRepair', instant: string | undefined) =>
    reported !== undefined && instant !== undefined ? { [name]: Date.parse(instant) - Date.parse(reported) } : {}
  return {
    ...since('firstAttendance', attendances[0]?.first),
    ...since('lastRepair', repairs.toSorted((a, b) => Date.parse(a) - Date.parse(b)).at(-1)),
    attendances: attendances.length,
    noAccess: attendances.filter((one) => one.noAccess).length,
    tasks: tasks.length,
    completed: tasks.filter(({ status }) => status === 'completed').length,
    toEstimate: tasks.filter(({ status }) => status === 'to estimate').length,
    photos: evidence.events.filter(({ type }) => type === 'ImageAdded').length,
  }
}

/** A duration as '1 d 2 h 40 min'; 'immediately' if it is under a minute. */
export function durationWords(milliseconds: number): string {
  const minutes = Math.floor(Math.abs(milliseconds) / 60_000)
  const [days, hours] = [Math.floor(minutes / 1_440), Math.floor(minutes / 60) % 24]
  const parts = [days > 0 && `${days} d`, hours > 0 && `${hours} h`, minutes % 60 > 0 && `${minutes % 60} min`]
  const words = parts.filter((one) => one !== false).join(' ')
  return words === '' ? 'immediately' : `${words}${milliseconds < 0 ? ' before' : ''}`
}
