import {
  IconAlertTriangle,
  IconBriefcase,
  IconCalendarEvent,
  IconChecklist,
  IconNote,
  IconPackage,
  IconPhoto,
  IconTool,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Job } from '#core/job/job.ts'
import { isOfJob } from '#core/prediction/subjects.ts'
import { timeIn } from '#core/time/format.ts'
import { describeCommand } from '#web/features/offline/describe-command.ts'
import { useJob } from '#web/sync/ledger/use-jobs.ts'
import type { Entry } from '#web/sync/outbox/outbox.ts'
import { useJobRead } from '#web/sync/reads/job.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { dayIn } from '#web/ui/time/format-instant.ts'
import styles from './waiting.module.css'

/** An unsent change: what it is, its job and when it was made. */
export const Change = ({ entry }: { entry: Entry }) =>
  isOfJob(entry.command) ? (
    <JobChange entry={entry} jobId={entry.command.data.jobId} />
  ) : (
    <Words entry={entry} job={undefined} />
  )

function JobChange({ entry, jobId }: { entry: Entry; jobId: string }) {
  useJobRead(jobId)
  return <Words entry={entry} job={useJob(jobId)} />
}

function Words({ entry: { command, happenedAt }, job }: { entry: Entry; job: Job | undefined }) {
  const zone = useTimeZone()
  const Icon = iconOf(command.type)
  const made = madeAt(happenedAt, zone)
  return (
    <>
      <Icon className={styles.icon} size={20} stroke={1.75} aria-hidden />
      <div className={styles.said}>
        <p className={styles.what}>{describeCommand(command, job, zone)}</p>
        <p className={styles.where}>
          {job && <Link to={`/job/${job.jobId}`}>{[job.jobRef, job.apartmentName].filter(Boolean).join(' · ')}</Link>}
          {job && ' · '}
          <span className={styles.made}>made {made}</span>
        </p>
      </div>
    </>
  )
}

/** When something was done on this device: the time, and the day unless it is today. */
export function madeAt(instant: string, zone: string): string {
  const isToday = dayIn(instant, zone) === dayIn(new Date().toISOString(), zone)
  return isToday ? timeIn(instant, zone) : `${dayIn(instant, zone)}, ${timeIn(instant, zone)}`
}

function iconOf(type: Entry['command']['type']) {
  if (type === 'ChangeWarning') return IconAlertTriangle
  if (type.endsWith('Note')) return IconNote
  if (type.endsWith('Image')) return IconPhoto
  if (type.includes('Task')) return IconTool
  if (type.includes('Part')) return IconPackage
  if (type.includes('Todo')) return IconChecklist
  return type === 'CreateJob' || type === 'EditJob' ? IconBriefcase : IconCalendarEvent
}
