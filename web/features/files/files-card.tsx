import type { Attachment } from '#core/attachments/attachments.ts'
import { filesIn } from '#core/attachments/files-in.ts'
import { isOffice } from '#core/model/access.ts'
import { isRefusal } from '#core/model/refusals.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { useUser } from '#web/client/use-user.ts'
import { besidesTasks, type JobBesidesTasks } from '#web/sync/ledger/besides-tasks.ts'
import { dispatchDeletion, useDispatch } from '#web/sync/ledger/dispatch.ts'
import { useMay } from '#web/sync/rights.ts'
import { toast } from '#web/ui/states/toast.tsx'
import { type ShownFile, sayDeleted } from './file-row.tsx'
import { FilesList } from './files-list.tsx'

/** The files of a job that are not photos: those of the office alone, and those that the team sees, newest first. */
export const FilesCard = besidesTasks(function FilesCard({ job }: { job: JobBesidesTasks }) {
  const { jobId } = job
  const mayWork = useMay('work')
  const user = useUser()
  const dispatch = useDispatch()
  const office = isOffice(user.userRole)
  const { shared, own } = filesIn(job)
  const shown = (file: Attachment, isForTeam: boolean): ShownFile => {
    const data = { jobId, fileId: file.fileId }
    const give = () => dispatch({ type: isForTeam ? 'TakeBackAttachment' : 'ShareAttachment', data })
    const mayDelete = mayWork && (office || file.userId === user.userId)
    return {
      file,
      isForTeam,
      path: pathTo(paths.jobAttachment, data),
      onGive: mayWork && office ? give : undefined,
      onDelete: mayDelete ? () => remove(data, file.name) : undefined,
    }
  }
  const files = [...shared.map((file) => shown(file, true)), ...own.map((file) => shown(file, false))].toSorted(
    (one, other) => Date.parse(other.file.timestamp) - Date.parse(one.file.timestamp),
  )
  return <FilesList to={{ jobId }} mayAttach={mayWork} files={files} />
})

function remove(data: { jobId: string; fileId: string }, name: string) {
  const deletion = dispatchDeletion({ type: 'DeleteAttachment', data })
  if (isRefusal(deletion)) return toast.failure(deletion.error)
  sayDeleted(name, deletion.undo)
}
