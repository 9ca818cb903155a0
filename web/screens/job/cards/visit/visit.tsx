import { IconCheck, IconClock, IconKey, IconUsers } from '@tabler/icons-react'
import { isConfirmed } from '#core/job/tenant/tenant-page.ts'
import { isOffice } from '#core/model/access.ts'
import { dayName, timeIn } from '#core/time/format.ts'
import { useUser } from '#web/client/use-user.ts'
import { OnTheWay, WhoComes } from '#web/features/on-site/on-the-way/lazy-on-the-way.tsx'
import { useVisit } from '#web/features/on-site/use-visit.ts'
import { AccessNote } from '#web/features/visit/access-note.tsx'
import { VisitLinks } from '#web/features/visit/lazy-visit-links.tsx'
import { besidesTasks, type JobBesidesTasks } from '#web/sync/ledger/besides-tasks.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { usePeople } from '#web/sync/reads/people.ts'
import { Card } from '#web/ui/card.tsx'
import { dayIn, visitIn } from '#web/ui/time/format-instant.ts'
import { SiteLine } from './lazy-site-line.tsx'
import styles from './visit.module.css'

/** The booked visit: when, who, and how to get in; with directions for the people going. */
export const Visit = besidesTasks(function Visit({ job, phone }: { job: JobBesidesTasks; phone: boolean }) {
  const user = useUser()
  const people = usePeople()
  const zone = useTimeZone()
  const { jobStart, jobEnd, access, apartmentName } = job
  const team = !isOffice(user.userRole)
  const who = whoGoes(job, phone, user.userId, (userId) => people.get(userId)?.name ?? '')
  const place = { jobId: job.jobId, name: apartmentName, access: access ?? '', isSent: Boolean(job.jobRef) }
  return (
    <Card title="Schedule" className={phone ? styles.onPhone : undefined}>
      <div className={styles.visit}>
        <div className={styles.facts}>
          {jobStart && jobEnd ? (
            <>
              <p className={styles.when}>
                <IconClock size={17} stroke={1.75} aria-hidden />
                <strong>{withToday(jobStart, jobEnd, zone)}</strong>
              </p>
              {who && (
                <p>
                  <IconUsers size={17} stroke={1.75} aria-hidden />
                  {who}
                </p>
              )}
              {isConfirmed(job) && !job.office?.otherTimes && (
                <p>
                  <IconCheck size={17} stroke={1.75} aria-hidden />
                  Confirmed by the tenant
                </p>
              )}
              {job.onTheWay && <WhoComes job={job} />}
              {access && (
                <p>
                  <IconKey size={17} stroke={1.75} aria-hidden />
                  <AccessNote access={access} jobId={job.jobId} />
                </p>
              )}
            </>
          ) : (
            <p className={styles.none}>Not scheduled</p>
          )}
          {job.jobRef && <SiteLine jobId={job.jobId} name={apartmentName} access={access} />}
        </div>
      </div>
      {phone && (
        <div className={styles.buttons}>
          <VisitLinks {...place} className={styles.route} />
        </div>
      )}
      {phone && <OwnWay job={job} />}
      {team && !phone && (
        <p className={styles.foot}>
          Job created {dayName(job.createdAt)}
          <VisitLinks {...place} only="directions" className={styles.route} iconSize={16} />
        </p>
      )}
    </Card>
  )
})

function OwnWay({ job }: { job: JobBesidesTasks }) {
  const visit = useVisit(job)
  return visit?.is === 'ahead' && <OnTheWay job={job} jobBookingId={visit.jobBookingId} />
}

/** Who is going; the people going see who is with them. */
function whoGoes(
  { assignedTo }: JobBesidesTasks,
  phone: boolean,
  userId: string,
  nameOf: (userId: string) => string,
): string {
  if (!assignedTo.includes(userId)) return assignedTo.map(nameOf).join(', ')
  const others = assignedTo.filter((one) => one !== userId).map(nameOf)
  const listed = new Intl.ListFormat('en-GB').format(phone ? others : ['You', ...others])
  return phone && listed ? `With ${listed}` : listed
}

function withToday(start: string, end: string, zone: string) {
  const now = new Date().toISOString()
  const isToday = dayIn(start, zone, now) === dayIn(now, zone, now) && dayIn(end, zone, now) === dayIn(now, zone, now)
  return isToday ? `Today, ${timeIn(start, zone)}–${timeIn(end, zone)}` : visitIn(start, end, zone, now)
}
