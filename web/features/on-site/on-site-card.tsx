import { IconClockPlay, IconKey, IconMapPinCheck, IconPhone } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { Arrival } from '#core/job/visit/time-on-site.ts'
import { timeIn } from '#core/time/format.ts'
import { AccessNote } from '#web/features/visit/access-note.tsx'
import { noteCall } from '#web/features/visit/calls.ts'
import { telephoneNumbers } from '#web/features/visit/telephone-numbers.ts'
import type { JobBesidesTasks } from '#web/sync/ledger/besides-tasks.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { useMay } from '#web/sync/rights.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { useNow } from '#web/ui/time/use-now.ts'
import styles from './on-site-card.module.css'
import { stayWords } from './stay-words.ts'
import { visitTaps } from './visit-taps.ts'

export const ChangeTimes = lazyComponent(async () => (await import('./change-times.tsx')).ChangeTimes)

/** The user's time on site, on a phone: how long, since when, and how to get in. */
export function OnSiteCard({ job, arrival }: { job: JobBesidesTasks; arrival: Arrival }) {
  const zone = useTimeZone()
  const now = new Date(useNow()).toISOString()
  const [changing, setChanging] = useState(false)
  const mayWork = useMay('work')
  useEffect(() => ChangeTimes.preload(), [])
  const { access = '', jobId } = job
  const { arrive } = visitTaps(jobId, zone)
  const { booked, arrivedAt, leftAt } = arrival
  const number = telephoneNumbers(access).find((piece) => piece.call)
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
          <button type="button" className={styles.change} onClick={() => setChanging(true)}>
            Change<span className="sr"> the time on site</span>
          </button>
        )}
      </div>
      {leftAt === undefined && access && (
        <div className={styles.body}>
          <p className={styles.access}>
            <IconKey size={20} stroke={1.75} aria-hidden />
            <AccessNote access={access} jobId={jobId} />
          </p>
          {number?.call && (
            <a className={styles.call} href={`tel:${number.call}`} onClick={() => noteCall(jobId)}>
              <IconPhone size={20} stroke={1.75} aria-hidden />
              Call<span className="sr"> {number.text}</span>
            </a>
          )}
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
      {changing && <ChangeTimes jobId={jobId} arrival={arrival} zone={zone} onClose={() => setChanging(false)} />}
    </section>
  )
}
