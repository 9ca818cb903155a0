import { IconCar } from '@tabler/icons-react'
import type { CSSProperties, MouseEvent } from 'react'
import type { LaneDay } from '#core/job/lanes/lanes.ts'
import type { Stretch } from '#core/job/lanes/stretches.ts'
import { minutesOf, timeAt } from '#core/time/time-of-day.ts'
import { wallClock } from '#core/time/wall-clock.ts'
import type { BookedVisit } from '#web/features/schedule/visit-times.ts'
import { partsOf } from '#web/screens/calendar/calendar-address.ts'
import type { OfficeActions } from '#web/screens/calendar/calendar-props.ts'
import { acrossOf, inTiers, minuteAt, shownMinutes } from '#web/screens/calendar/person-day/day-layout.ts'
import { canMove } from '#web/screens/calendar/visit/can-move.ts'
import { StatusMark } from '#web/screens/calendar/visit/status-mark.tsx'
import { shortName, VisitLink, VisitSigns } from '#web/screens/calendar/visit/visit-link.tsx'
import { VisitMenu } from '#web/screens/calendar/visit/visit-menu.tsx'
import { lengthText, timesText } from '#web/screens/calendar/visit/visit-words.ts'
import type { PersonName } from '#web/sync/reads/people.ts'
import { statusColors } from '#web/ui/marks/status-colors.ts'
import { useNow } from '#web/ui/time/use-now.ts'
import styles from './person-timeline.module.css'

type Props = {
  day: LaneDay<BookedVisit>
  userId: string | undefined
  name: string
  zone: string
  people: ReadonlyMap<string, PersonName>
  unsent: ReadonlySet<string>
  office: OfficeActions | undefined
}

/** A person's day from top to bottom, visits that overlap beside one another. The office books by a tap where nothing is. */
export function PersonTimeline({ day, userId, name, zone, people, unsent, office }: Props) {
  const hours = shownMinutes([day])
  const all = Array.from({ length: (hours.to - hours.from) / 60 }, (_, nth) => hours.from + 60 * nth)
  const book = ({ currentTarget, clientY, detail }: MouseEvent) => {
    const { top, height } = currentTarget.getBoundingClientRect()
    const pointed = detail > 0 ? { start: minuteAt((clientY - top) / height, hours) } : {}
    office?.onBook({ userId, day: day.day, free: day.free, ...pointed })
  }
  const withOthers = ({ assignedTo }: BookedVisit) => {
    const others = assignedTo
      .filter((one) => one !== userId)
      .map((one) => shortName(people.get(one)?.name ?? 'someone'))
    return others.length > 0 ? `, with ${others.join(', ')}` : ''
  }
  const { longWeekday, day: number, month } = partsOf(day.day)
  return (
    <div className={styles.timeline} style={{ height: all.length * 58 }}>
      {all.map((minute) => (
        <span key={minute} className={styles.hour} style={down({ from: minute, to: minute + 60 }, hours)} aria-hidden>
          {minute > hours.from && timeAt(minute)}
        </span>
      ))}
      <div className={styles.day}>
        {office && (
          <button type="button" className={styles.slot} onClick={book}>
            <span className="sr">
              Book a visit for {name} on {longWeekday} {number} {month}
            </span>
          </button>
        )}
        {day.gaps
          .filter(({ minutes }) => minutes <= 90)
          .map((gap) => (
            <span
              key={`${gap.after.jobId} ${gap.before.jobId}`}
              className={styles.gap}
              data-tight={gap.tight || undefined}
              style={{ top: `${acrossOf(gap, hours).left + acrossOf(gap, hours).width / 2}%` }}
            >
              <IconCar size={15} stroke={2} aria-hidden />
              {lengthText(gap.minutes)} between
            </span>
          ))}
        <ul className={styles.visits}>
          {inTiers(day.visits).map(({ shown, tier, tiers }) => (
            <li
              key={shown.visit.jobId}
              className={`${styles.visit} ${statusColors[shown.visit.jobStatus]}`}
              data-clashes={shown.clashes || undefined}
              style={{ ...down(shown, hours), left: `${(100 * tier) / tiers}%`, width: `${100 / tiers}%` }}
            >
              <VisitLink booking={shown.visit} className={styles.link}>
                <span className={styles.site}>
                  <StatusMark status={shown.visit.jobStatus} /> {shown.visit.apartmentName}
                </span>
                <span>{timesText(shown)}</span>
                <span>
                  {shown.visit.jobRef}
                  {withOthers(shown.visit)} <VisitSigns booking={shown.visit} waiting={unsent.has(shown.visit.jobId)} />
                </span>
                {shown.clashes && <span className="sr">, clashes</span>}
              </VisitLink>
              {office && canMove(shown.visit) && (
                <span className={styles.menu}>
                  <VisitMenu
                    booking={shown.visit}
                    onOpen={() => office.onTouch(shown.visit)}
                    onReschedule={() => office.onReschedule(shown.visit)}
                  />
                </span>
              )}
            </li>
          ))}
        </ul>
      </div>
      <CurrentTime day={day.day} zone={zone} hours={hours} />
    </div>
  )
}

/** The company's current time as a line across its day; nothing on other days. */
function CurrentTime({ day, zone, hours }: { day: string; zone: string; hours: Stretch }) {
  const now = wallClock(new Date(useNow()).toISOString(), zone)
  const minute = minutesOf(now.time)
  if (now.day !== day || minute <= hours.from || minute >= hours.to) return null
  return (
    <span className={styles.now} style={{ top: `${acrossOf({ from: minute, to: minute }, hours).left}%` }}>
      <span className={styles.time}>{now.time}</span>
    </span>
  )
}

/** The place of a stretch from top to bottom. */
function down(stretch: Stretch, hours: Stretch): CSSProperties {
  const { left, width } = acrossOf(stretch, hours)
  return { top: `${left}%`, height: `${width}%` }
}
