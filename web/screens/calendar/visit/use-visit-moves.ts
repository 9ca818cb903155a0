import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { announceBooking } from '#web/features/schedule/announce-booking.ts'
import { type BookedVisit, withStatus } from '#web/features/schedule/visit-times.ts'
import type { PendingMove, PendingMoves } from '#web/screens/calendar/optimistic-bookings.ts'
import { useConnectionState } from '#web/sync/connection-state.ts'
import { dispatch, dispatchUndo } from '#web/sync/ledger/dispatch.ts'
import { useLedger } from '#web/sync/ledger/ledger-store.ts'
import { jobRead } from '#web/sync/reads/job.ts'
import { toast } from '#web/ui/states/toast.tsx'

/** What a move changes: a visit's times, and on the board its people. `anyway` books it though they are elsewhere at that time. */
export type MoveTo = PendingMove & { anyway?: true }

/** Moves a visit at once; it can be undone for ten seconds, and goes back if the server refuses. */
export type Move = (booking: BookedVisit, to: MoveTo) => void

/** How to move visits, and the moves waiting for their job to be read. */
export function useVisitMoves(zone: string): { move: Move; pendingMoves: PendingMoves } {
  const queries = useQueryClient()
  const [pendingMoves, setUnderway] = useState<PendingMoves>(new Map())
  const move = useCallback<Move>(
    (booking, to) => {
      const place = (times: PendingMove | undefined) =>
        setUnderway((before) => {
          const after = new Map(before)
          if (times) after.set(booking.jobId, times)
          else after.delete(booking.jobId)
          return after
        })
      const attempt = async () => {
        const { anyway: _, ...placed } = to
        place(placed)
        // Offline the job cannot be read: the move is stored all the same, and the server decides.
        if (isAway() || (await loadJob(queries, booking.jobId)) || isAway()) give(booking, to, zone)
        else toast.failure('Failed to update job. Please try again.', attempt)
        place(undefined)
      }
      void attempt()
    },
    [queries, zone],
  )
  return { move, pendingMoves }
}

const isAway = () => useLedger.getState().unreachable || useConnectionState.getState().state === 'offline'

/** Reads a job unless it is here already, as the rules need it. Returns whether it is here now. */
export async function loadJob(queries: QueryClient, jobId: string): Promise<boolean> {
  const isHere = () => useLedger.getState().jobs[jobId]?.body !== undefined
  if (!isHere()) await queries.prefetchQuery(jobRead(jobId))
  return isHere()
}

function give(booking: BookedVisit, { anyway, ...to }: MoveTo, zone: string) {
  const { type, data } = moving(booking, booking, to)
  const refusal = dispatch({ type, data: { ...data, ...(anyway && { anyway }) } })
  if (refusal) return toast.failure(refusal.error)
  const undo = () => {
    const { type, data } = moving(booking, to, booking)
    const late = dispatchUndo({ type, data: { ...data, ...withStatus(booking.jobStatus) } })
    if (late) toast.failure(late.error)
  }
  announceBooking({ jobId: booking.jobId, ...to }, zone, undo)
}

function moving(booking: BookedVisit, was: PendingMove, to: PendingMove) {
  const { jobId, jobBookingId, access = '' } = booking
  const visit = ({ jobStart, jobEnd, assignedTo = booking.assignedTo }: PendingMove) => ({
    ...{ jobStart, jobEnd, access, assignedTo },
  })
  return { type: 'ScheduleJob', data: { jobId, jobBookingId, ...visit(to), from: visit(was) } } as const
}
