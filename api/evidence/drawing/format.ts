import type { HistoryEntry } from '#core/history/history.ts'
import { type Audience, isOffice } from '#core/model/access.ts'
import type { ActorRole } from '#core/model/messages.ts'
import { lateness, paperDayIn, timeIn } from '#core/time/format.ts'
import { wallClock } from '#core/time/wall-clock.ts'

/** The side that a person is on, as the pack names it. */
export const sideOf = (role: ActorRole) =>
  role === 'team' ? 'Team' : role === 'system' ? 'Automatic' : role === 'tenant' ? 'By link' : 'Office'

/** The author of an entry; 'The office' for who created a job, which the team's copy does not tell. */
export function authorOf(
  { type, actorId, actorRole }: HistoryEntry,
  copy: Audience,
  nameOf: (userId: string) => string,
) {
  if (actorRole === 'tenant') return { name: 'The tenant', side: sideOf(actorRole) }
  if (actorId === undefined)
    return copy === 'team' && type === 'JobCreated'
      ? { name: 'The office', side: '' }
      : { name: 'Fettle', side: sideOf('system') }
  return { name: nameOf(actorId) || 'Former member', side: sideOf(actorRole) }
}

/** 'Owner', 'Admin' or 'Field team'. */
export const roleWords = (role: ActorRole) =>
  isOffice(role) ? role.charAt(0).toUpperCase() + role.slice(1) : 'Field team'

/** An instant in print, '20 Nov 2026, 15:20'. */
export const formatInstant = (instant: string, zone: string) =>
  `${paperDayIn(instant, zone).replace(/^\S+ /, '')}, ${timeIn(instant, zone)}`

/** When something that was sent late was recorded; undefined if it was recorded immediately. */
export function recordedLate(times: { happenedAt: string; recordedAt: string }, zone: string): string | undefined {
  const late = lateness(times)
  if (late === undefined) return undefined
  const [happened = '', recorded = ''] = [times.happenedAt, times.recordedAt].map((one) => wallClock(one, zone).day)
  const time = timeIn(times.recordedAt, zone)
  if (happened === recorded) return time
  const day = paperDayIn(times.recordedAt, zone)
  const isOfYear = happened.slice(0, 4) === recorded.slice(0, 4)
  return `${isOfYear ? day.replace(/ \d{4}$/, '') : day}, ${time}`
}

/** A hash shortened to its start and end; the verification file has it in full. */
export const shortHash = (hash: string) => `${hash.slice(0, 4)}\u2026${hash.slice(-4)}`

/** A hash in groups of four, to compare by eye. */
export const longHash = (hash: string) =>
  `${hash.slice(0, 4)} ${hash.slice(4, 8)} ${hash.slice(8, 12)} ${hash.slice(12, 16)} \u2026 ${hash.slice(-4)}`

/** 'a', 'a and b', 'a, b and c'. */
export const listed = (names: readonly string[]) => new Intl.ListFormat('en-GB').format(names)

/** '1, 2 to 5 and 7': sorted numbers, with runs of three or more as a range. */
export function numbersWords(numbers: readonly number[]): string {
  const runs: number[][] = []
  for (const one of numbers) {
    const run = runs.at(-1)
    if (run && run.at(-1) === one - 1) run.push(one)
    else runs.push([one])
  }
  return listed(runs.flatMap((run) => (run.length > 2 ? [`${run[0]} to ${run.at(-1)}`] : run.map(String))))
}

/** The text with a capital first letter. */
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
