import { IconClockPlay, IconKey, IconMapPinCheck } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import type { Arrival } from '#core/job/visit/time-on-site.ts'
import { timeIn } from '#core/time/format.ts'
import { AccessNote } from '#web/features/visit/access-note.tsx'
import { VisitLinks } from '#web/features/visit/lazy-visit-links.tsx'
import type { JobBesidesTasks } from '#web/sync/ledger/besides-tasks.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { useMay } from '#web/sync/rights.ts'
import { useNow } from '#web/ui/time/use-now.ts'
import { ChangeTimes } from './lazy-change-times.tsx'
import styles from './on-site-card.module.css'
import { stayWords } from './stay-words.ts'
import { openTimes } from './visit-dialog.ts'
import { visitTaps } from './visit-taps.ts'

type Props = { job: JobBesidesTasks; arrival: Arrival; children?: ReactNode }

/** The user's time on site, on a phone: how long, since when, how to get in, and whom to call; until they leave, `children` too. */
export function OnSiteCard({ job, arrival, children }: Props) {
  const zone = useTimeZone()
  const now = new Date(useNow()).toISOString()
  const mayWork = useMay('work')
  useEffect(() => ChangeTimes.preload(), [])
  const { access = '', jobId, apartmentName } = job
  const { arrive } = visitTaps(jobId, zone)
  const { booked, arrivedAt, leftAt } = arrival
  const until =
    leftAt === undefined ? booked && `booked to ${timeIn(booked.jobEnd, zone)}` : `left ${timeIn(leftAt, zone)}`
  return (
    <section className={styles.card} aria-label="On site">
      <div className={styles.head}>
        <IconClockPlay size={26} stroke={1.75} aria-hidden />
        <div>
          <h2>{stayWords(arrival, now)} on site</h2>
          <p>{[`Arrived ${timeIn(arrivedAt, zone)}`, until].filter(Boolean).join(', ')}</p>
        </div>
        {mayWork && (
          <button type="button" className={styles.change} onClick={() => openTimes(jobId, arrival)}>
            Change<span className="sr"> the time on site</span>
          </button>
        )}
      </div>
      {leftAt === undefined && (
        <div className={styles.body}>
          {access && (
            <p className={styles.access}>
              <IconKey size={17} stroke={1.75} aria-hidden />
              <AccessNote access={access} jobId={jobId} />
            </p>
          )}
          {children}
          <VisitLinks
            {...{ jobId, access }}
            name={apartmentName}
            isSent={Boolean(job.jobRef)}
            only="call"
            className={styles.call}
          />
        </div>
      )}
      {mayWork && leftAt !== undefined && (
        <div className={styles.body}>
          <button type="button" className={styles.again} onClick={() => arrive(arrival.jobBookingId)}>
            <IconMapPinCheck size={20} stroke={1.75} aria-hidden />
            Arrived again
          </button>
        </div>
      )}
    </section>
  )
}
