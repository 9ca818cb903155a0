import { v7 as uuid } from 'uuid'
import type { DeviceCommand } from '#core/prediction/subjects.ts'
import { timeIn } from '#core/time/format.ts'
import { dispatch } from '#web/sync/ledger/dispatch.ts'
import { toast } from '#web/ui/states/toast.tsx'

/** Arrived and Left as the user taps them: stamped at once with this device's time, and undone for ten seconds. */
export const visitTaps = (jobId: string, zone: string) => ({
  arrive(jobBookingId: string) {
    const arrivalId = uuid()
    tap({ type: 'ArriveOnSite', data: { jobId, arrivalId, jobBookingId } }, `Arrived ${now(zone)}`, () =>
      dispatch({ type: 'WithdrawArrival', data: { jobId, arrivalId } }),
    )
  },
  leave(arrivalId: string) {
    tap({ type: 'LeaveSite', data: { jobId, arrivalId } }, `Left ${now(zone)}`, () =>
      dispatch({ type: 'WithdrawLeaving', data: { jobId, arrivalId } }),
    )
  },
})

function tap(command: DeviceCommand, done: string, undo: () => void) {
  const refusal = dispatch(command)
  if (refusal) toast.failure(refusal.error)
  else toast.undoable(done, undo)
}

const now = (zone: string) => timeIn(new Date().toISOString(), zone)
