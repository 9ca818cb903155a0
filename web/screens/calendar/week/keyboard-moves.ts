import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { wallClock } from '#core/time/wall-clock.ts'
import { type BookedVisit, moved, type VisitTimes } from '#web/features/schedule/visit-times.ts'
import type { PendingMoves } from '#web/screens/calendar/optimistic-bookings.ts'
import type { Move } from '#web/screens/calendar/visit/use-visit-moves.ts'
import { clock, daysOf, firstHour, lastHour } from './week-layout.ts'

/** By how many minutes a visit's start and end move. */
export type MinuteShift = { start: number; end: number }

const step = 15
const day = 24 * 60
const settlesAfter = 700

const both = (minutes: number): MinuteShift => ({ start: minutes, end: minutes })
const shifts: Partial<Record<string, MinuteShift>> = {
  ArrowUp: both(-step),
  ArrowDown: both(step),
  ArrowLeft: both(-day),
  ArrowRight: both(day),
}

/** The move for a key: Shift and an arrow move a visit; with Ctrl too, up and down move its end. */
export function shiftByKey(event: {
  key: string
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
}): MinuteShift | undefined {
  const by = event.shiftKey ? shifts[event.key] : undefined
  if (!by || !(event.ctrlKey || event.metaKey)) return by
  return Math.abs(by.end) === step ? { start: 0, end: by.end } : undefined
}

/** These keys, as assistive technology announces them. */
export const moveKeys = [
  ...Object.keys(shifts).map((key) => `Shift+${key}`),
  'Control+Shift+ArrowUp',
  'Control+Shift+ArrowDown',
]

/** The visit's new times, if it still starts within the week and hours shown. */
export function shiftedVisit(booking: VisitTimes, by: MinuteShift, week: string, zone: string): VisitTimes | undefined {
  const to = moved(booking, by, zone)
  if (!to) return undefined
  const { day, time } = wallClock(to.jobStart, zone)
  return daysOf(week).includes(day) && time >= clock(firstHour) && time < clock(lastHour) ? to : undefined
}

/** Moves visits with the keyboard: each key press shows at once, and a series of them becomes one change. */
export function useKeyboardMoves(move: Move, week: string, zone: string) {
  const [positions, setPositions] = useState<PendingMoves>(new Map())
  const pending = useRef(new Map<string, { from: BookedVisit; to: VisitTimes; timer: ReturnType<typeof setTimeout> }>())
  const settle = useCallback(
    (jobId: string) => {
      const one = pending.current.get(jobId)
      if (!one) return
      clearTimeout(one.timer)
      pending.current.delete(jobId)
      setPositions((before) => new Map([...before].filter(([other]) => other !== jobId)))
      move(one.from, one.to)
    },
    [move],
  )
  const nudge = useCallback(
    (booking: BookedVisit, by: MinuteShift) => {
      const to = shiftedVisit(booking, by, week, zone)
      if (!to) return
      const { jobId } = booking
      const before = pending.current.get(jobId)
      clearTimeout(before?.timer)
      const timer = setTimeout(settle, settlesAfter, jobId)
      pending.current.set(jobId, { from: before?.from ?? booking, to, timer })
      setPositions((others) => new Map(others).set(jobId, to))
    },
    [settle, week, zone],
  )
  // Leaving the calendar before that saves what is pending.
  useEffect(() => {
    const waiting = pending.current
    return () => {
      for (const jobId of [...waiting.keys()]) settle(jobId)
    }
  }, [settle])
  return useMemo(() => ({ nudge, positions }), [nudge, positions])
}
