import type { Job } from '#core/job/job.ts'
import { isRefusal } from '#core/model/refusals.ts'
import { dispatch, dispatchDeletion } from '#web/sync/ledger/dispatch.ts'
import { usePeople } from '#web/sync/reads/people.ts'
import { ConfirmDialog } from '#web/ui/dialogs/dialog.tsx'
import { toast } from '#web/ui/states/toast.tsx'
import { visitIn } from '#web/ui/time/format-instant.ts'
import { restoreBooking } from './undo-booking.ts'

type Props = { job: Job; zone: string; opened: boolean; onClose: () => void; onDeleted: () => void }

/** Asks before a booking is deleted, and offers to undo it for ten seconds. */
export function DeleteBooking({ job, zone, opened, onClose, onDeleted }: Props) {
  const people = usePeople()
  const { jobStart, jobEnd, assignedTo, access } = job
  const visit = jobStart && jobEnd ? visitIn(jobStart, jobEnd, zone) : ''
  const names = assignedTo.flatMap((userId) => people.get(userId)?.name ?? [])
  const remove = () => {
    const undo = deletion(job)
    if (typeof undo === 'string') return toast.failure(undo)
    toast.undoable(`Deleted the booking for ${visit}`, undo)
    onDeleted()
  }
  return (
    <ConfirmDialog
      opened={opened}
      title="Delete the booking?"
      confirm="Delete booking"
      onConfirm={remove}
      onClose={onClose}
    >
      {visit}
      {names.length > 0 && ` with ${new Intl.ListFormat('en-GB').format(names)}`}
      {access ? ', and its access details,' : ''} will be deleted.
    </ConfirmDialog>
  )
}

/** Deletes a job's booking. Returns how to undo it, or why it was refused. */
function deletion(job: Job): (() => void) | string {
  const command = { type: 'DeleteBooking', data: { jobId: job.jobId } } as const
  if (!canBeBookedAgain(job)) {
    const held = dispatchDeletion(command)
    return isRefusal(held) ? held.error : () => void held.undo().then((undone) => undone || again(job))
  }
  const refusal = dispatch(command)
  return refusal ? refusal.error : () => again(job)
}

/** Books a visit that was deleted; refused if there is another by now. */
const again = (job: Job) => restoreBooking(job, { ...job, jobStart: undefined, jobEnd: undefined })

/** Whether booking it again would restore the job exactly; otherwise the deletion is held back instead. */
const canBeBookedAgain = ({ jobStatus, jobDescriptions }: Job) =>
  jobStatus === 'booked' && jobDescriptions.some((task) => task.status === 'not completed')
