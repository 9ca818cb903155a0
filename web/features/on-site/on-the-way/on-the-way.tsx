import { IconCar } from '@tabler/icons-react'
import { useState } from 'react'
import { onTheWayNow } from '#core/job/on-the-way/on-the-way.ts'
import { minutesAway } from '#core/job/on-the-way/on-the-way-messages.ts'
import { timeIn } from '#core/time/format.ts'
import { useUser } from '#web/client/use-user.ts'
import { visitTaps } from '#web/features/on-site/visit-taps.ts'
import type { JobBesidesTasks } from '#web/sync/ledger/besides-tasks.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { useMay } from '#web/sync/rights.ts'
import { useNow } from '#web/ui/time/use-now.ts'
import styles from './on-the-way.module.css'

/** Says that the user has set off for their visit of today, and roughly when they will be there. The tenant's page shows it. */
export function OnTheWay({ job, jobBookingId }: { job: JobBesidesTasks; jobBookingId: string }) {
  const { userId } = useUser()
  const zone = useTimeZone()
  const now = new Date(useNow()).toISOString()
  const [changing, setChanging] = useState(false)
  const mayWork = useMay('work')
  const { setOff, takeBack } = visitTaps(job.jobId, zone)
  const said = onTheWayNow(job, now).find((one) => one.userId === userId)
  if (!mayWork) return null
  if (said && !changing)
    return (
      <section className={styles.said} aria-label="On the way">
        <p>
          <IconCar size={20} stroke={1.75} aria-hidden />
          <span>You are on the way{said.expectedAt && `, expected about ${timeIn(said.expectedAt, zone)}`}</span>
        </p>
        <div className={styles.choices}>
          <button type="button" onClick={() => setChanging(true)}>
            Change<span className="sr"> when you are expected</span>
          </button>
          <button type="button" onClick={() => takeBack(said.onWayId)}>
            Withdraw<span className="sr"> being on the way</span>
          </button>
        </div>
      </section>
    )
  const say = (minutes?: (typeof minutesAway)[number]) => {
    setChanging(false)
    setOff(jobBookingId, minutes)
  }
  return (
    <fieldset className={styles.ask}>
      <legend>
        <IconCar size={20} stroke={1.75} aria-hidden />
        On the way, there in about
      </legend>
      <div className={styles.choices}>
        {minutesAway.map((minutes) => (
          <button key={minutes} type="button" onClick={() => say(minutes)}>
            {minutes}
            <span className="sr"> minutes</span>
            <span aria-hidden> min</span>
          </button>
        ))}
        <button type="button" onClick={() => say()}>
          Not sure
        </button>
      </div>
    </fieldset>
  )
}
