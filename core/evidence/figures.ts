import { correctionsIn, placeOf } from '#core/history/corrected/corrections.ts'
import { clocksDiffer } from '#core/time/clocks.ts'
import { attendancesOf } from './attendances.ts'
import { type Evidence, jobOf, whenOf } from './evidence.ts'
import type { Moment } from './stays.ts'

/** Times in milliseconds from a job's report; missing if the copy has no such event. */
type SinceReport = { firstAttendance?: number; lastRepair?: number }

/** Key figures of a job. Its times are those that people and devices gave. */
export type EvidenceFigures = SinceReport & {
  /** The times by the server's clock, of those that rest on a time more than 15 minutes from it; missing if none do. */
  recorded?: SinceReport
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
  const tasks = jobOf(evidence)?.jobDescriptions ?? []
  return {
    ...timesSinceReport(evidence, attendances[0]),
    attendances: attendances.length,
    noAccess: attendances.filter((one) => one.noAccess).length,
    tasks: tasks.length,
    completed: tasks.filter(({ status }) => status === 'completed').length,
    toEstimate: tasks.filter(({ status }) => status === 'to estimate').length,
    photos: evidence.events.filter(({ type }) => type === 'ImageAdded').length,
  }
}

function timesSinceReport(
  { known, entries }: Evidence,
  attendance: { first: string; firstRecordedAt: string } | undefined,
): Pick<EvidenceFigures, keyof SinceReport | 'recorded'> {
  const [report] = known
  // Where the job's creation cannot be read, its time says nothing of a report.
  if (report?.type !== 'JobCreated') return {}
  const reported = correctionsIn(known).get(placeOf(report.streamId, report.version)) ?? report
  const begun: Moment = { at: reported.happenedAt, recordedAt: report.recordedAt }
  const repairs = entries
    .filter(({ type, unreadable }) => type === 'TaskCompleted' && unreadable === undefined)
    .map((one): Moment => ({ at: whenOf(one), recordedAt: one.recordedAt }))
  const moments: [keyof SinceReport, Moment | undefined][] = [
    ['firstAttendance', attendance && { at: attendance.first, recordedAt: attendance.firstRecordedAt }],
    ['lastRepair', repairs.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at)).at(-1)],
  ]
  const [given, recorded]: [SinceReport, SinceReport] = [{}, {}]
  for (const [name, moment] of moments) {
    if (!moment) continue
    given[name] = Date.parse(moment.at) - Date.parse(begun.at)
    if (isFarFromRecord(begun) || isFarFromRecord(moment))
      recorded[name] = Date.parse(moment.recordedAt) - Date.parse(begun.recordedAt)
  }
  return Object.keys(recorded).length > 0 ? { ...given, recorded } : given
}

const isFarFromRecord = ({ at, recordedAt }: Moment) => clocksDiffer({ happenedAt: at, recordedAt })

/** A duration as '1 d 2 h 40 min'; 'immediately' if it is under a minute. */
export function durationWords(milliseconds: number): string {
  const minutes = Math.floor(Math.abs(milliseconds) / 60_000)
  const [days, hours] = [Math.floor(minutes / 1_440), Math.floor(minutes / 60) % 24]
  const parts = [days > 0 && `${days} d`, hours > 0 && `${hours} h`, minutes % 60 > 0 && `${minutes % 60} min`]
  const words = parts.filter((one) => one !== false).join(' ')
  return words === '' ? 'immediately' : `${words}${milliseconds < 0 ? ' before' : ''}`
}
