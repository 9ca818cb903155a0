import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { hoursShown } from '#core/job/lanes/hours-shown.ts'
import { type Named, nameOfPerson } from '#core/member/names.ts'
import { timeAt } from '#core/time/time-of-day.ts'
import { isMissingOffline } from '#web/ui/states/read-failed.tsx'
import styles from './day-plan.module.css'
import { type MinuteRange, type PlannedVisit, visitsOnDay } from './day-plan.ts'
import type { BookedVisit } from './visit-times.ts'

type Person = Named & { userId: string }
type Read = { data: unknown; error: Error | null; refetch: () => unknown }
type Props = {
  job: { jobId: string; apartmentName: string }
  day: string
  zone: string
  /** Everyone who can be chosen. */
  people: readonly Person[]
  chosen: readonly string[]
  bookings: readonly BookedVisit[]
  /** How far the bookings are read. */
  read: Read
  /** The visit in the form, once its times are complete. */
  wanted: MinuteRange | undefined
}

/** The day of the chosen people, or of everyone until some are, with the visit being booked: who is free shows before it is saved. */
export function DayPlan({ job, day, zone, people, chosen, bookings, read, wanted }: Props) {
  if (people.length === 0)
    return <p className={`${styles.plan} ${styles.none}`}>Once you have team members, you’ll see their day here.</p>
  const isChosen = chosen.length > 0
  const shown = isChosen ? chosen.flatMap((one) => people.find(({ userId }) => userId === one) ?? []) : people
  const plans = shown.map((person) => ({
    userId: person.userId,
    name: nameOfPerson(person),
    visits: visitsOnDay(person.userId, bookings, { jobId: job.jobId, day, zone, wanted }),
  }))
  const hours = hoursShown([...plans.flatMap(({ visits }) => visits), ...(wanted ? [wanted] : [])])
  const first = hours.from * 60
  const rows = Array.from({ length: hours.to - hours.from + 1 }, (_, row) => timeAt((hours.from + row) * 60))
  return (
    <section className={styles.plan} aria-label="Day plan" aria-busy={read.data === undefined && !read.error}>
      <Unread {...read} />
      <div
        className={styles.scrolled}
        // Many people are wider than the dialog, which must scroll by keyboard, too.
        tabIndex={shown.length > 2 ? 0 : undefined}
        style={place({ '--hours': hours.to - hours.from })}
      >
        <div className={styles.hours} aria-hidden>
          {rows.map((time) => (
            <span key={time}>{hours.to === 24 && time === '23:59' ? '24:00' : time}</span>
          ))}
        </div>
        {plans.map(({ userId, name, visits }) => (
          <div key={userId} className={styles.person}>
            <h3>{name}</h3>
            <ul>
              {wanted && (
                <li className={styles.wanted} data-chosen={isChosen || undefined} style={at(wanted, first)}>
                  <span className="sr">{spoken(wanted)}, this visit, </span>
                  {job.apartmentName}
                </li>
              )}
              {visits.map((visit) => (
                <li key={visit.jobId} data-clashes={visit.clashes || undefined} style={at(visit, first)}>
                  <span className="sr">{spoken(visit)}, </span>
                  {visit.apartmentName}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      {isChosen && <Clashes plans={plans} />}
    </section>
  )
}

/** Without the bookings everyone looks free. */
function Unread({ data, error, refetch }: Read) {
  if (data !== undefined || !error) return null
  return (
    <div role="alert" className={styles.unread}>
      <p>
        {isMissingOffline(error)
          ? 'You’re offline, and the visits of this day haven’t been loaded on this device.'
          : 'The visits of this day couldn’t be loaded.'}{' '}
        People who look free may not be.
      </p>
      <Button variant="default" size="compact-sm" onClick={() => refetch()}>
        Retry
      </Button>
    </div>
  )
}

function Clashes({ plans }: { plans: readonly { userId: string; name: string; visits: PlannedVisit[] }[] }) {
  const clashes = plans.flatMap(({ userId, name, visits }) =>
    visits.filter((one) => one.clashes).map((visit) => ({ key: userId + visit.jobId, name, visit })),
  )
  return (
    <div role="status" className={styles.clashes}>
      {clashes.map(({ key, name, visit }) => (
        <p key={key}>
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
          <span>
            {name} is already booked {timeAt(visit.from)} to {timeAt(visit.to)} on job {visit.jobRef}.
          </span>
        </p>
      ))}
    </div>
  )
}

const spoken = ({ from, to }: MinuteRange) => `${timeAt(from)} to ${timeAt(to)}`
const at = ({ from, to }: MinuteRange, first: number) =>
  place({ '--from': (from - first) / 60, '--long': (to - from) / 60 })

/** Custom properties, which React's types lack. */
const place = (properties: Record<`--${string}`, number>): CSSProperties => properties
