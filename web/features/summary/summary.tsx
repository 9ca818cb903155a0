import { Button } from '@mantine/core'
import { IconCopy, IconPrinter } from '@tabler/icons-react'
import type { Job } from '#core/job/job.ts'
import { toast } from '#web/ui/states/toast.tsx'
import { SheetDialog } from './sheet-dialog.tsx'
import styles from './summary.module.css'
import { useSheetContext } from './use-sheet-context.ts'
import { VisitSheet } from './visit-sheet.tsx'
import { sheetText } from './visit-sheet-text.ts'

/** The visit sheet on the screen, with Copy and Print above it. It is printed alone, on A4. */
export const Summary = ({ job, opened, onClose }: { job: Job; opened: boolean; onClose: () => void }) => (
  <SheetDialog title="Summary" opened={opened} onClose={onClose}>
    <Contents job={job} />
  </SheetDialog>
)

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
