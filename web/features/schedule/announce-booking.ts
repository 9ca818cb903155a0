import { useLedger } from '#web/sync/ledger/ledger-store.ts'
import type { Entry } from '#web/sync/outbox/outbox.ts'
import { toast } from '#web/ui/states/toast.tsx'
import { visitIn } from '#web/ui/time/format-instant.ts'

type Visit = { jobId: string; jobStart: string; jobEnd: string }

/**
 * Announces a booked visit, and offers to open the job, and to undo the booking where possible. The message disappears if the server refuses the booking,
 * and comes back once it is booked anyway.
 */
export function announceBooking({ jobId, jobStart, jobEnd }: Visit, zone: string, undo?: () => void) {
  const isThis = ({ command: { type, data } }: Entry) =>
    type === 'ScheduleJob' && data.jobId === jobId && data.jobStart === jobStart && data.jobEnd === jobEnd
  const command = useLedger.getState().queue.findLast(isThis)
  if (!command) return
  const words = `Booked for ${visitIn(jobStart, jobEnd, zone)}`
  const say = () => {
    const hiding = shownLater({ words, jobId, undo })
    return () => void hiding.then((hide) => hide())
  }
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

type Change = Parameters<typeof import('#web/features/announce/change-toast.tsx').showChange>[0]

/** Loaded with the first announcement. A page that cannot load it, offline, says it without a way to the job. */
const shownLater = (change: Change) =>
  import('#web/features/announce/change-toast.tsx').then(
    ({ showChange }) => showChange(change),
    () => (change.undo ? toast.undoable(change.words, change.undo) : toast.success(change.words)),
  )
