import { useLayoutEffect, useMemo, useRef } from 'react'
import type { OfficeActions } from '#web/screens/calendar/calendar-props.ts'

/** The same object each time, so that only what changes is rendered again. */
export function useStableActions(office: OfficeActions | undefined): OfficeActions | undefined {
  const latest = useRef(office)
  useLayoutEffect(() => {
    latest.current = office
  })
  const actions = useMemo<OfficeActions>(
    () => ({
      onMove: (...move) => latest.current?.onMove(...move),
      onTouch: (booking) => latest.current?.onTouch(booking),
      onReschedule: (booking) => latest.current?.onReschedule(booking),
      onNudge: (...nudge) => latest.current?.onNudge(...nudge),
      onBook: (slot) => latest.current?.onBook(slot),
    }),
    [],
  )
  return office && actions
}
