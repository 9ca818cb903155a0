import type { Arrival, NoAccessRecord } from '#core/job/visit/time-on-site.ts'
import { isOffice } from '#core/model/access.ts'
import { useUser } from '#web/client/use-user.ts'
import { besidesTasks, type JobBesidesTasks } from '#web/sync/ledger/besides-tasks.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { usePeople } from '#web/sync/reads/people.ts'
import { useMay } from '#web/sync/rights.ts'
import { Card } from '#web/ui/card.tsx'
import { dayIn } from '#web/ui/time/format-instant.ts'
import { useNow } from '#web/ui/time/use-now.ts'
import { NoAccessFacts } from './no-access/no-access-record.tsx'
import { OnTheWay } from './on-the-way/lazy-on-the-way.tsx'
import barStyles from './site-bar.module.css'
import { AtTheDoor, LeftButton } from './site-buttons.tsx'
import { sentLate, spanWords, stayWords } from './stay-words.ts'
import styles from './times-card.module.css'
import { useVisit } from './use-visit.ts'
import { openTimes } from './visit-dialog.ts'

/** Who was at the job and when, and at which visits nobody could get in; on a desktop also the user's own buttons. */
export const TimesCard = besidesTasks(function TimesCard({ job, phone }: { job: JobBesidesTasks; phone: boolean }) {
  const visit = useVisit(job)
  const mayWork = useMay('work')
  // A phone shows the user's own visit of today above.
  const above = phone ? visit : undefined
  const arrivals = (job.arrivals ?? []).filter(
    ({ arrivalId }) => !(above && 'arrival' in above && above.arrival.arrivalId === arrivalId),
  )
  const noAccess = (job.noAccess ?? []).filter(
    ({ noAccessId }) => !(above?.is === 'no access' && above.record.noAccessId === noAccessId),
  )
  const isTheirs = mayWork && !phone && (visit?.is === 'ahead' || visit?.is === 'on site')
  if (arrivals.length + noAccess.length === 0 && !isTheirs) return null
  return (
    <Card title="On site">
      <ul className={styles.list}>
        {arrivals.map((one) => (
          <Times key={one.arrivalId} jobId={job.jobId} arrival={one} />
        ))}
        {noAccess.map((one) => (
          <li key={one.noAccessId}>
            <Closed job={job} record={one} />
          </li>
        ))}
      </ul>
      {isTheirs && visit.is === 'ahead' && <OnTheWay job={job} jobBookingId={visit.jobBookingId} />}
      {isTheirs && (
        <div className={`${barStyles.buttons} ${barStyles.inCard}`}>
          {visit.is === 'ahead' && <AtTheDoor jobId={job.jobId} jobBookingId={visit.jobBookingId} />}
          {visit.is === 'on site' && <LeftButton jobId={job.jobId} arrival={visit.arrival} />}
        </div>
      )}
    </Card>
  )
})

function Times({ jobId, arrival }: { jobId: string; arrival: Arrival }) {
  const { userId, userRole } = useUser()
  const zone = useTimeZone()
  const people = usePeople()
  const now = new Date(useNow()).toISOString()
  const mayWork = useMay('work')
  const mayChange = mayWork && (isOffice(userRole) || arrival.userId === userId)
  const late = sentLate(arrival.arrivedAt, arrival.recordedAt, zone)
  return (
    <li className={styles.times}>
      <p>
        <strong>{people.get(arrival.userId)?.name ?? 'Former member'}</strong> {spanWords(arrival, zone, now)}
      </p>
      <p className={styles.detail}>
        {[
          arrival.leftAt !== undefined && stayWords(arrival, now),
          arrival.changed === undefined ? late : `changed: ${arrival.changed}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {mayChange && (
        <button type="button" className={styles.change} onClick={() => openTimes(jobId, arrival)}>
          Change<span className="sr"> the time on site</span>
        </button>
      )}
    </li>
  )
}

type ClosedProps = { job: JobBesidesTasks; record: NoAccessRecord }

function Closed({ job, record }: ClosedProps) {
  const people = usePeople()
  const zone = useTimeZone()
  return (
    <details className={styles.closed}>
      <summary>
        <strong>{people.get(record.userId)?.name ?? 'Former member'}</strong> No access,{' '}
        {dayIn(record.happenedAt, zone)}
      </summary>
      <NoAccessFacts job={job} record={record} />
    </details>
  )
}
