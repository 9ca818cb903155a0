import { IconCamera } from '@tabler/icons-react'
import type { Job } from '#core/job/job.ts'
import { isHeldOpen } from '#core/job/photo-rule.ts'
import { timeIn } from '#core/time/format.ts'
import { useUser } from '#web/client/use-user.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { usePeople } from '#web/sync/reads/people.ts'
import { dayIn } from '#web/ui/time/format-instant.ts'
import styles from './completion-check.module.css'

/** Says that all tasks are completed and why the job is still open: photos that the company needs were not taken. */
export function HeldOpen({ job }: { job: Job }) {
  const user = useUser()
  const people = usePeople()
  const zone = useTimeZone()
  const { photosLeftOut } = job
  if (!photosLeftOut || !isHeldOpen(job)) return null
  const { reason, userId, timestamp } = photosLeftOut
  const who = userId === user.userId ? 'You' : (people.get(userId)?.name ?? '')
  return (
    <section className={styles.held} aria-label="Photos needed">
      <IconCamera size={20} stroke={1.75} aria-hidden />
      <div>
        <p>
          <strong>All tasks are completed, but the photos are missing.</strong> The job is done when each before photo
          has its after photo, or when the office sets it to Invoiced or Free of charge.
        </p>
        <p className={styles.small}>
          {who} · {dayIn(timestamp, zone)}, {timeIn(timestamp, zone)}: “{reason}”
        </p>
      </div>
    </section>
  )
}
