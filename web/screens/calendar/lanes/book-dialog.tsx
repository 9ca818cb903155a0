import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { JobRow } from '#core/projections/job-row.ts'
import { partsOf } from '#web/screens/calendar/calendar-address.ts'
import type { Slot } from '#web/screens/calendar/calendar-props.ts'
import { useJobsPage } from '#web/sync/reads/jobs.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { WarningTag } from '#web/ui/marks/warning-tag.tsx'
import { counted } from '#web/ui/number-format.ts'
import { SkeletonRows } from '#web/ui/states/loading.tsx'
import { ReadState } from '#web/ui/states/read-state.tsx'
import styles from './book-dialog.module.css'
import { ScheduleInSlot } from './schedule-in-slot.tsx'

type Props = { slot: Slot; zone: string; name: string; onClose: () => void }

/** Books a visit in an empty slot: first the job is chosen, then its schedule opens with the person, the day and a time to come. */
export function BookDialog({ slot, zone, name, onClose }: Props) {
  const [jobId, choose] = useState<string>()
  if (jobId === undefined)
    return <ChooseJob title={`Book ${name}, ${nameOfDay(slot.day)}`} onJob={choose} onClose={onClose} />
  return <ScheduleInSlot {...{ jobId, slot, zone, onClose }} />
}

type ChooseProps = { title: string; onJob: (jobId: string) => void; onClose: () => void }

/** Pending jobs, newest first, or those that match what is typed. */
function ChooseJob({ title, onJob, onClose }: ChooseProps) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 300)
  const read = useJobsPage({ status: 'pending', ...(search ? { type: 'all', search } : {}) })
  return (
    <Dialog opened title={title} size={520} onClose={onClose}>
      <TextInput
        label="Pending job"
        placeholder="Site, work order or agency"
        data-autofocus
        maxLength={200}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <ReadState
        read={read}
        failed={({ message }) => `Failed to fetch jobs: ${message}`}
        skeleton={<SkeletonRows rows={6} columns={{ site: 200, number: 60 }} />}
      >
        {({ jobs, totalResults }) => (
          <>
            <ul className={styles.jobs}>
              {jobs.map((job) => (
                <li key={job.jobId}>
                  <Job job={job} onJob={onJob} />
                </li>
              ))}
            </ul>
            <p className={styles.foot} role="status">
              {jobs.length === 0 && (search ? 'No pending job matches.' : 'No pending jobs.')}
              {totalResults > jobs.length &&
                `${counted(totalResults - jobs.length, 'more job')}. Type part of a site to find one.`}
            </p>
          </>
        )}
      </ReadState>
    </Dialog>
  )
}

const Job = ({ job, onJob }: { job: JobRow; onJob: (jobId: string) => void }) => (
  <button type="button" className={styles.job} onClick={() => onJob(job.jobId)}>
    <span className={styles.what}>
      <b>{job.apartmentName}</b>
      <span>{[job.jobRef, job.office?.workOrder].filter(Boolean).join(' · ')}</span>
    </span>
    {job.warning && <WarningTag warning={job.warning} />}
  </button>
)

function nameOfDay(day: string) {
  const { weekday, day: number, shortMonth, year } = partsOf(day)
  return `${weekday} ${number} ${shortMonth} ${year}`
}
