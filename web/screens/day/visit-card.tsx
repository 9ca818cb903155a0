import { IconClockUp, IconKey, IconListCheck, IconTool, IconUsers } from '@tabler/icons-react'
import { memo, type ReactNode } from 'react'
import { Link } from 'react-router'
import { timeIn } from '#core/time/format.ts'
import { useUser } from '#web/client/use-user.ts'
import type { BookedVisit } from '#web/features/schedule/visit-times.ts'
import { AccessNote } from '#web/features/visit/access-note.tsx'
import { useWayTo } from '#web/features/visit/use-way-to.ts'
import { VisitLinks } from '#web/features/visit/visit-links.tsx'
import { useUnsent } from '#web/sync/ledger/ledger-store.ts'
import { useJob } from '#web/sync/ledger/use-jobs.ts'
import { useJobRead } from '#web/sync/reads/job.ts'
import { useMe } from '#web/sync/reads/me.ts'
import { usePeople } from '#web/sync/reads/people.ts'
import { StatusBadge } from '#web/ui/marks/status-badge.tsx'
import { WarningTag } from '#web/ui/marks/warning-tag.tsx'
import { tasksLeft } from './tasks-left.ts'
import { useToBring } from './to-bring.ts'
import styles from './visit-card.module.css'

type Props = { visit: BookedVisit; zone: string; isNext: boolean; arrivedAt?: string | undefined }

/** A visit that is still to be made: when, where, how to get in, what is left to do and what to bring. The whole card opens the job. */
export const VisitCard = memo(function VisitCard({ visit, zone, isNext, arrivedAt }: Props) {
  useJobRead(visit.jobId)
  const job = useJob(visit.jobId)
  const unsent = useUnsent(visit.jobId).length
  const { apartmentName, access = '', jobStatus, warning } = { ...visit, ...job }
  const way = useWayTo(visit.jobId, Boolean(visit.jobRef))
  const others = useOthers(visit)
  const toBring = useToBring(visit.jobRef)
  const office = useMe().data?.company.papers?.telephone
  return (
    <article className={`${styles.card} ${isNext ? styles.next : ''}`}>
      <p className={styles.top}>
        <span className={styles.time}>
          {arrivedAt ? (
            `On site since ${timeIn(arrivedAt, zone)}`
          ) : (
            <>
              {isNext && 'Next, '}
              {timeIn(visit.jobStart, zone)}–{timeIn(visit.jobEnd, zone)}
            </>
          )}
        </span>
        {warning === '' ? <StatusBadge status={jobStatus} /> : <WarningTag warning={warning} />}
      </p>
      <h3 className={styles.site}>
        <Link to={`/job/${visit.jobId}`} className={styles.link}>
          {apartmentName}
        </Link>
      </h3>
      {way?.address && <p className={styles.address}>{way.address}</p>}
      <ul className={styles.facts}>
        {access && (
          <Fact icon={IconKey}>
            <AccessNote access={access} jobId={visit.jobId} />
          </Fact>
        )}
        {job && <Fact icon={IconListCheck}>{tasksLeft(job)}</Fact>}
        {toBring && <Fact icon={IconTool}>Bring: {toBring}</Fact>}
        {others && <Fact icon={IconUsers}>With {others}</Fact>}
        {unsent > 0 && (
          <Fact icon={IconClockUp} className={styles.unsent}>
            {unsent === 1 ? '1 change' : `${unsent} changes`} waiting to send
          </Fact>
        )}
      </ul>
      <div className={styles.actions}>
        {arrivedAt && (
          <Link className={`${styles.action} ${styles.filled}`} to={`/job/${visit.jobId}`}>
            Back to the job
          </Link>
        )}
        <VisitLinks
          jobId={visit.jobId}
          name={apartmentName}
          access={access}
          {...(arrivedAt && { only: 'call' })}
          className={styles.action}
          leading={isNext ? `${styles.action} ${styles.filled}` : undefined}
          destination={way?.destination}
          tenant={way?.tenant}
          office={office}
        />
      </div>
    </article>
  )
})

type FactProps = { icon: typeof IconKey; className?: string | undefined; children: ReactNode }

const Fact = ({ icon: Icon, className = '', children }: FactProps) => (
  <li className={`${styles.fact} ${className}`}>
    <Icon size={20} stroke={1.75} aria-hidden />
    <span>{children}</span>
  </li>
)

/** The names of the others who go. */
function useOthers({ assignedTo }: BookedVisit): string {
  const { userId } = useUser()
  const people = usePeople()
  const names = assignedTo.filter((one) => one !== userId).map((one) => people.get(one)?.name ?? '')
  return new Intl.ListFormat('en-GB').format(names.filter(Boolean))
}
