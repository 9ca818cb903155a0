import { Button, Modal } from '@mantine/core'
import { IconCopy, IconPrinter } from '@tabler/icons-react'
import type { Job } from '#core/job/job.ts'
import { nameOfPerson } from '#core/member/names.ts'
import { useUser } from '#web/client/use-user.ts'
import { useJobHistory, useOlderUntil } from '#web/sync/reads/job-history/use-job-history.ts'
import { useMe, useTimeZone } from '#web/sync/reads/me.ts'
import { usePeople } from '#web/sync/reads/people.ts'
import { useDialogKeys } from '#web/ui/dialogs/dialog-keys.ts'
import { toast } from '#web/ui/states/toast.tsx'
import { useIsPhone } from '#web/ui/use-is-phone.ts'
import styles from './summary.module.css'
import { taskCompletionTimes } from './task-completion-times.ts'
import { VisitSheet } from './visit-sheet.tsx'
import { type SheetContext, sheetText } from './visit-sheet-text.ts'

/** The visit sheet on the screen, with Copy and Print above it. It is printed alone, on A4. */
export function Summary({ job, opened, onClose }: { job: Job; opened: boolean; onClose: () => void }) {
  const onPhone = useIsPhone()
  useDialogKeys(opened, onClose)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      closeOnEscape={false}
      returnFocus={false}
      title="Summary"
      size={860}
      fullScreen={onPhone}
      padding={onPhone ? 16 : 24}
      classNames={{
        root: styles.root ?? '',
        inner: styles.inner ?? '',
        content: styles.content ?? '',
        header: styles.header ?? '',
        body: styles.body ?? '',
        overlay: styles.overlay ?? '',
      }}
    >
      <Contents job={job} />
    </Modal>
  )
}

function Contents({ job }: { job: Job }) {
  const reading = useSheetContext(job)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(sheetText(job, reading))
      toast.success('Copied')
    } catch {
      toast.failure('This browser doesn’t allow copying.')
    }
  }
  return (
    <>
      <div className={styles.actions}>
        <Button variant="default" leftSection={<IconCopy size={16} stroke={1.75} aria-hidden />} onClick={copy}>
          Copy
        </Button>
        <Button leftSection={<IconPrinter size={16} stroke={1.75} aria-hidden />} onClick={() => print()}>
          Print
        </Button>
      </div>
      <VisitSheet job={job} reading={reading} />
    </>
  )
}

function useSheetContext({ jobId, jobDescriptions }: Job): SheetContext {
  const user = useUser()
  const people = usePeople()
  const zone = useTimeZone()
  const { data } = useMe()
  const nameOf = (userId: string) => people.get(userId)?.name ?? (userId === user.userId ? nameOfPerson(user) : '')
  const history = useJobHistory(jobId)
  const done = taskCompletionTimes(jobDescriptions, history.data?.entries ?? [])
  const isTimed = jobDescriptions.every(({ taskId, status }) => status !== 'completed' || done.has(taskId))
  useOlderUntil(isTimed, history)
  return { company: data?.company.name ?? '', zone, nameOf, doneAt: done }
}
