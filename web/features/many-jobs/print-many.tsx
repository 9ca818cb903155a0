import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import type { Job } from '#core/job/job.ts'
import { SheetDialog } from '#web/features/summary/sheet-dialog.tsx'
import { useSheetContext } from '#web/features/summary/use-sheet-context.ts'
import { VisitSheet } from '#web/features/summary/visit-sheet.tsx'
import { counted } from '#web/ui/number-format.ts'
import type { ManyProps } from './many-props.ts'
import styles from './print-many.module.css'
import { Progress } from './progress.tsx'
import { useManyJobs } from './use-many-jobs.ts'

/** Each sheet reads its job's history. */
const mostSheets = 50

/** The visit sheets of many jobs, each on a page of its own. */
export const PrintMany = ({ rows, onClose }: ManyProps) => (
  <SheetDialog title={`Print ${counted(rows.length, 'visit sheet')}`} opened onClose={onClose}>
    {rows.length > mostSheets ? (
      <p>You can print up to {mostSheets} visit sheets at once. Select fewer jobs, or print them in batches.</p>
    ) : (
      <Sheets jobIds={rows.map((row) => row.jobId)} />
    )}
  </SheetDialog>
)

function Sheets({ jobIds }: { jobIds: readonly string[] }) {
  const { jobs, read, isRead } = useManyJobs(jobIds)
  if (!isRead) return <Progress said="Reading" done={read} all={jobIds.length} />
  const found = jobs.filter((job) => job !== undefined)
  const missing = jobIds.length - found.length
  return (
    <>
      <div className={styles.actions}>
        {missing > 0 && (
          <p className={styles.missing} role="alert">
            {counted(missing, 'job')} could not be read and will not be printed.
          </p>
        )}
        <Button
          leftSection={<IconPrinter size={16} stroke={1.75} aria-hidden />}
          disabled={found.length === 0}
          onClick={() => print()}
        >
          Print
        </Button>
      </div>
      {found.map((job) => (
        <div key={job.jobId} className={styles.page}>
          <Sheet job={job} />
        </div>
      ))}
    </>
  )
}

const Sheet = ({ job }: { job: Job }) => <VisitSheet job={job} reading={useSheetContext(job)} />
