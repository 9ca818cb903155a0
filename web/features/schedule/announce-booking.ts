import { useLedger } from '#web/sync/ledger/ledger-store.ts'
import type { Entry } from '#web/sync/outbox/outbox.ts'
import { toast } from '#web/ui/states/toast.tsx'
import { visitIn } from '#web/ui/time/format-instant.ts'

type Visit = { jobId: string; jobStart: string; jobEnd: string }

/**
 * Announces a booked visit, and offers to undo it where possible. The message disappears if the server refuses the booking,
 * and comes back once it is booked anyway.
 */
export function announceBooking({ jobId, jobStart, jobEnd }: Visit, zone: string, undo?: () => void) {
  const isThis = ({ command: { type, data } }: Entry) =>
    type === 'ScheduleJob' && data.jobId === jobId && data.jobStart === jobStart && data.jobEnd === jobEnd
  const command = useLedger.getState().queue.findLast(isThis)
  if (!command) return
  const words = `Booked for ${visitIn(jobStart, jobEnd, zone)}`
  const say = () => (undo ? toast.undoable(words, undo) : toast.success(words))
  let hide: (() => void) | undefined = say()
  const stop = useLedger.subscribe(({ queue }) => {
    const now = queue.findLast(isThis)
    if (now?.state === 'refused') {
      hide?.()
      hide = undefined
      return
    }
    if (now && now.commandId !== command.commandId && !hide) hide = say()
    if (!now || now.state === 'accepted') stop()
  })
}
