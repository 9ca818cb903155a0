import { useSyncExternalStore } from 'react'
import { wallClock } from '#core/time/wall-clock.ts'

/** Today's date in a time zone, '2026-11-20'; it changes at midnight there. */
export const useToday = (zone: string): string =>
  useSyncExternalStore(everyHalfMinute, () => wallClock(new Date().toISOString(), zone).day)

/** Today's date in this device's time zone, as date inputs hold it. */
export const deviceToday = () => new Intl.DateTimeFormat('sv-SE').format(new Date())

function everyHalfMinute(check: () => void) {
  const timer = setInterval(check, 30_000)
  return () => clearInterval(timer)
}
