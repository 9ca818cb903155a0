import { Button, Progress } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { type ChangeEvent, useRef, useState } from 'react'
import { attachmentEndings } from '#core/attachments/kinds.ts'
import { useUser } from '#web/client/use-user.ts'
import { besidesTasks, type JobBesidesTasks } from '#web/sync/ledger/besides-tasks.ts'
import { useMay } from '#web/sync/rights.ts'
import { Card } from '#web/ui/card.tsx'
import { attach } from './attach.ts'
import { FileRow } from './file-row.tsx'
import styles from './files-card.module.css'

/** The files of a job that are not photos: those of the office alone, and those that the team sees, newest first. */
export const FilesCard = besidesTasks(function FilesCard({ job }: { job: JobBesidesTasks }) {
  const mayWork = useMay('work')
  const { sending, error, add } = useAttaching(job.jobId)
  const files = [
    ...(job.attachments ?? []).map((file) => ({ file, isForTeam: true })),
    ...(job.office?.attachments ?? []).map((file) => ({ file, isForTeam: false })),
  ].toSorted((one, other) => Date.parse(other.file.timestamp) - Date.parse(one.file.timestamp))
  return (
    <Card
      title="Files"
      detail={String(files.length || '')}
      action={mayWork && <AttachButton onFiles={add} disabled={sending !== undefined} />}
    >
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      {files.length === 0 && <p className={styles.none}>No files yet. Attach PDFs, emails or office files.</p>}
      {sending !== undefined && (
        <div className={styles.sending}>
          <p role="status">Attaching…</p>
          <Progress value={sending * 100} aria-label="Attaching" transitionDuration={0} />
        </div>
      )}
      <ul className={styles.files}>
        {files.map(({ file, isForTeam }) => (
          <FileRow key={file.fileId} jobId={job.jobId} file={file} isForTeam={isForTeam} mayWork={mayWork} />
        ))}
      </ul>
    </Card>
  )
})

/** Attaches files; `sending` is how much of them is sent, from 0 to 1, while they are on their way. */
function useAttaching(jobId: string) {
  const user = useUser()
  const [sending, setSending] = useState<number>()
  const [error, setError] = useState<string>()
  const add = async (files: readonly File[]) => {
    if (files.length === 0) return
    setError(undefined)
    setSending(0)
    setError(await attach({ jobId, files, user, progress: setSending }))
    setSending(undefined)
  }
  return { sending, error, add: (files: readonly File[]) => void add(files) }
}

function AttachButton({ onFiles, disabled }: { onFiles: (files: readonly File[]) => void; disabled: boolean }) {
  const field = useRef<HTMLInputElement>(null)
  const onChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(currentTarget.files ?? [])])
    // Allows the same file to be chosen again.
    currentTarget.value = ''
  }
  return (
    <>
      <input ref={field} type="file" hidden multiple accept={attachmentEndings.join()} onChange={onChange} />
      <Button
        id="attach-files"
        variant="default"
        size="xs"
        className={styles.attach}
        leftSection={<IconPaperclip size={14} stroke={1.75} aria-hidden />}
        disabled={disabled}
        onClick={() => field.current?.click()}
      >
        Attach
      </Button>
    </>
  )
}
