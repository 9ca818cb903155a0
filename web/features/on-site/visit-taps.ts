import { v7 as uuid } from 'uuid'
import type { MinutesAway } from '#core/job/on-the-way/on-the-way-messages.ts'
import type { DeviceCommand } from '#core/prediction/subjects.ts'
import { timeIn } from '#core/time/format.ts'
import { dispatch } from '#web/sync/ledger/dispatch.ts'
import { toast } from '#web/ui/states/toast.tsx'

/** On the way, Arrived and Left as the user taps them: stamped at once with this device's time, and undone for ten seconds. */
export const visitTaps = (jobId: string, zone: string) => ({
  arrive(jobBookingId: string) {
    const arrivalId = uuid()
    tap({ type: 'ArriveOnSite', data: { jobId, arrivalId, jobBookingId } }, `Arrived ${now(zone)}`, () =>
      dispatch({ type: 'WithdrawArrival', data: { jobId, arrivalId } }),
    )
  },
  setOff(jobBookingId: string, minutes?: MinutesAway) {
    const onWayId = uuid()
    const command = { jobId, onWayId, jobBookingId, ...(minutes === undefined ? {} : { minutes }) }
    tap({ type: 'SayOnTheWay', data: command }, 'On the way', () =>
      dispatch({ type: 'WithdrawOnTheWay', data: { jobId, onWayId } }),
    )
  },
  takeBack(onWayId: string) {
    const refusal = dispatch({ type: 'WithdrawOnTheWay', data: { jobId, onWayId } })
    if (refusal) toast.failure(refusal.error)
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
