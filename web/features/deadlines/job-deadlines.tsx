import { Button } from '@mantine/core'
import { IconHourglass } from '@tabler/icons-react'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { besidesTasks, type JobBesidesTasks } from '#web/sync/ledger/besides-tasks.ts'
import { useMay } from '#web/sync/rights.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import styles from './job-deadlines.module.css'

const DutyCards = lazyComponent(async () => (await import('./card/duty-cards.tsx')).DutyCards)
const StartDeadlines = lazyComponent(async () => (await import('./dialogs/start-deadlines.tsx')).StartDeadlines)

/** A job's deadlines by law and by service levels, and where the office starts them. */
export const JobDeadlines = besidesTasks(function JobDeadlines({ job }: { job: JobBesidesTasks }) {
  const mayStart = useMay('editJob')
  const { hash } = useLocation()
  const navigate = useNavigate()
  // New Job leads here if a hazard was reported.
  const isAsked = hash === '#start-deadlines'
  const [starting, setStarting] = useState(isAsked)
  const close = () => {
    setStarting(false)
    if (isAsked) navigate({ hash: '' }, { replace: true })
  }
  const duties = job.duties ?? []
  const isRunning = duties.some((one) => !one.ended)
  return (
    <>
      {duties.length > 0 && <DutyCards job={job} />}
      {mayStart && !isRunning && (
        <section className={styles.start} aria-label="Start deadlines">
          <h2>Hazard deadlines</h2>
          <span>{duties.length > 0 ? 'None running' : 'None on this job'}</span>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconHourglass size={14} aria-hidden />}
            onClick={() => setStarting(true)}
          >
            Start<span className="sr"> deadlines</span>
          </Button>
        </section>
      )}
      {starting && mayStart && <StartDeadlines jobId={job.jobId} onClose={close} />}
    </>
  )
})
