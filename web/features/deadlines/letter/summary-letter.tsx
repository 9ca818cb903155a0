import { Button } from '@mantine/core'
import { IconCopy, IconEdit, IconPrinter, IconSend } from '@tabler/icons-react'
import { linesOf, noPapers } from '#core/company/papers.ts'
import type { Duty, DutyOffice } from '#core/job/duties/duty.ts'
import { fullDayIn } from '#core/time/format.ts'
import { Sender } from '#web/features/summary/sender.tsx'
import { SheetDialog } from '#web/features/summary/sheet-dialog.tsx'
import sheetStyles from '#web/features/summary/summary.module.css'
import styles from '#web/features/summary/visit-sheet.module.css'
import type { JobBesidesTasks } from '#web/sync/ledger/besides-tasks.ts'
import { useMe, useTimeZone } from '#web/sync/reads/me.ts'
import { useMay } from '#web/sync/rights.ts'
import { toast } from '#web/ui/states/toast.tsx'
import { type LetterPart, letterText, partsOf } from './letter-text.ts'

type Summary = DutyOffice['summaries'][number]
type Props = {
  job: JobBesidesTasks
  duty: Duty
  summary: Summary
  report: DutyOffice['report']
  onChange: () => void
  onSend: () => void
  onClose: () => void
}

/** The summary as a letter, to print or copy, and to mark as sent. It is kept with the job as it was sent. */
export function SummaryLetter({ job, duty, summary, report, onChange, onSend, onClose }: Props) {
  const zone = useTimeZone()
  const mayWork = useMay('editJob')
  const company = useMe().data?.company
  const papers = company?.papers ?? noPapers
  const sender = [papers.tradingName || company?.name || '', ...linesOf(papers)]
  const to = summary.sent?.sentTo || report?.reportedBy || 'The household'
  const date = fullDayIn(summary.sent?.sentAt ?? summary.timestamp, zone)
  const title = `Hazard at ${job.apartmentName}`
  const parts = partsOf(duty, summary, zone)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(letterText({ sender, to, place: job.apartmentName, date, title, parts }))
      toast.success('Copied')
    } catch {
      toast.failure('This browser doesn’t allow copying.')
    }
  }
  return (
    <SheetDialog title="Written summary" opened onClose={onClose}>
      <div className={sheetStyles.actions}>
        {mayWork && !summary.sent && (
          <Button variant="default" leftSection={<IconEdit size={16} stroke={1.75} aria-hidden />} onClick={onChange}>
            Change
          </Button>
        )}
        <Button variant="default" leftSection={<IconCopy size={16} stroke={1.75} aria-hidden />} onClick={copy}>
          Copy
        </Button>
        <Button
          variant="default"
          leftSection={<IconPrinter size={16} stroke={1.75} aria-hidden />}
          onClick={() => print()}
        >
          Print
        </Button>
        {mayWork && !summary.sent && (
          <Button leftSection={<IconSend size={16} stroke={1.75} aria-hidden />} onClick={onSend}>
            Mark as sent
          </Button>
        )}
      </div>
      <article
        className={styles.sheet}
        data-mantine-color-scheme="light"
        data-sheet
        aria-label="Written summary to the household"
      >
        <header className={styles.letterhead}>
          <Sender name={sender[0] ?? ''} lines={sender.slice(1)} />
          <p className={styles.kind}>
            <strong>Written summary</strong>
            <span>Job {job.jobRef}</span>
          </p>
        </header>
        <div>
          <p>{to}</p>
          <p>{job.apartmentName}</p>
          <p>{date}</p>
        </div>
        <h2 className={styles.site}>{title}</h2>
        {parts.map(Part)}
      </article>
    </SheetDialog>
  )
}

const Part = ({ heading, text }: LetterPart) => (
  <section key={heading}>
    <h3>{heading}</h3>
    <p className={styles.words}>{text}</p>
  </section>
)
