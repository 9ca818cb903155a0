import { addDays, instantAt, type WallClock, wallClock } from '#core/time/wall-clock.ts'
import type { Way } from './kinds.ts'
import { type DailyEmail, type EmailChoice, type Notices, type QuietChoice, usualEmail } from './settings.ts'

/** In milliseconds: what changes again within a minute is pushed once. */
export const pushDelay = 60_000

type Told = { way: Exclude<Way, 'app'>; at: string }

/**
 * When somebody is to hear of what happened `at` an instant, if it is `now`. A push waits until their quiet hours end; the daily email has
 * a time of its own.
 */
export function dueAt(
  { way, at }: Told,
  { quiet, email }: Pick<Notices, 'quiet' | 'email'>,
  zone: string,
  now: string,
) {
  if (way === 'email') return nextDailyEmail(at, email, zone)
  const earliest = Math.max(Date.parse(at) + pushDelay, Date.parse(now))
  return endOfQuiet(new Date(earliest).toISOString(), quiet, zone)
}

/** The end of the quiet hours that an instant is in, or the instant itself if it is in none. */
export function endOfQuiet(instant: string, quiet: QuietChoice, zone: string): string {
  if (quiet === 'off' || quiet.from === quiet.to) return instant
  const { from, to } = quiet
  const { day, time } = wallClock(instant, zone)
  const isIn = from < to ? time >= from && time < to : time >= from || time < to
  if (!isIn) return instant
  const end = firstAt({ day: time < to ? day : addDays(day, 1), time: to }, zone)
  // In the hour that the clocks repeat, the end may have been already.
  return end > instant ? end : instant
}

/** The first daily email after an instant. */
export function nextDailyEmail(after: string, choice: EmailChoice, zone: string): string {
  const { at, days }: DailyEmail = choice === 'off' ? usualEmail : choice
  let { day } = wallClock(after, zone)
  for (;;) {
    const sent = firstAt({ day, time: at }, zone)
    if (sent > after && (days === 'every day' || !isWeekend(day))) return sent
    day = addDays(day, 1)
  }
}

/** The first daily email on a later day than that of an instant, for somebody who has had that day's. */
export function nextDaysEmail(now: string, choice: EmailChoice, zone: string): string {
  const tomorrow = firstAt({ day: addDays(wallClock(now, zone).day, 1), time: '00:00' }, zone)
  return nextDailyEmail(new Date(Date.parse(tomorrow) - 1).toISOString(), choice, zone)
}

const isWeekend = (day: string) => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())

/** The instant of a local time; where the clocks skip it, of the same time an hour later. */
function firstAt({ day, time }: WallClock, zone: string): string {
  const found = instantAt({ day, time }, zone)
  if (found) return found
  const later = new Date(Date.parse(`${day}T${time}:00Z`) + 3_600_000).toISOString()
  return instantAt({ day: later.slice(0, 10), time: later.slice(11, 16) }, zone) ?? later
}
