import { Navigate } from 'react-router'
import type { VisitNow } from '#core/job/visit/visit-now.ts'
import { isOffice } from '#core/model/access.ts'
import { longDayIn } from '#core/time/format.ts'
import { useUser } from '#web/client/use-user.ts'
import { DailyStorageWarning } from '#web/features/offline/storage/daily-storage-warning.tsx'
import { minutesWords } from '#web/features/on-site/stay-words.ts'
import { type BookedVisit, startOfDay } from '#web/features/schedule/visit-times.ts'
import { Page } from '#web/frame/page.tsx'
import { useComingVisits } from '#web/sync/reads/calendar.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { EmptyState } from '#web/ui/states/empty-state.tsx'
import { SkeletonRows } from '#web/ui/states/loading.tsx'
import { ReadState } from '#web/ui/states/read-state.tsx'
import { useToday } from '#web/ui/time/today.ts'
import rows from './day-rows.module.css'
import styles from './day-screen.module.css'
import { type DayVisits, dayVisits, isDone, isFolded, lengthOf } from './day-visits.ts'
import { DoneVisit } from './done-visit.tsx'
import { NextDay } from './next-day.tsx'
import { StateLine } from './state-line.tsx'
import { useVisitsNow, type VisitsNow } from './use-visits-now.ts'
import { VisitCard } from './visit-card.tsx'

/** A worker's visits of today, the next one first in line, and a look at the next day. For the team. */
export function DayScreen() {
  const { userId, userRole } = useUser()
  const zone = useTimeZone()
  const today = useToday(zone)
  const read = useComingVisits(Date.parse(startOfDay(today, zone)))
  if (isOffice(userRole)) return <Navigate to="/sites" replace />
  return (
    <Page title="My day">
      <div className={styles.column}>
        <StateLine zone={zone} />
        <DailyStorageWarning today={today} />
        <ReadState
          read={read}
          failed={(error) => `Failed to fetch your visits: ${error.message}`}
          skeleton={<SkeletonRows rows={4} columns={{ time: 90, site: '60%' }} />}
        >
          {({ bookings }) => <Day {...dayVisits(bookings, { userId, zone, today })} zone={zone} />}
        </ReadState>
      </div>
    </Page>
  )
}

const Drive = lazyComponent(async () => (await import('./drive.tsx')).Drive)

type WayProps = { from: readonly BookedVisit[]; to: BookedVisit; isOver: (visit: BookedVisit) => boolean }

/** The way to a visit from the last one before it that was not cancelled. */
function Way({ from, to, isOver }: WayProps) {
  const last = from.findLast(({ jobStatus }) => jobStatus !== 'cancelled')
  return last && <Drive from={last} to={to} isOver={isOver(last)} />
}

type Props = { today: DayVisits; next: DayVisits | undefined; zone: string }

function Day({ today, next, zone }: Props) {
  const { visits, standing, onSite } = useVisitsNow(today.visits, zone)
  const isOver = (visit: BookedVisit) => isFolded(visit, standing.get(visit.jobId))
  const there = visits.find((one) => standing.get(one.jobId)?.is === 'on site')
  const first = there ?? visits.find((one) => !isOver(one))
  const allOver = visits.every(isOver)
  return (
    <>
      <header className={styles.head}>
        <h2 className={styles.name}>{longDayIn(startOfDay(today.day, zone), zone)}</h2>
        <span className={styles.count}>{countOf(visits, standing)}</span>
      </header>
      {visits.length === 0 ? (
        <EmptyState title="No visits today" text="Visits that the office books for you appear here." />
      ) : (
        <ul className={allOver ? rows.rows : styles.list}>
          {visits.map((visit, nth) => (
            <li key={visit.jobId}>
              {!isOver(visit) && visit !== there && <Way from={visits.slice(0, nth)} to={visit} isOver={isOver} />}
              {isOver(visit) ? (
                <DoneVisit visit={visit} zone={zone} now={standing.get(visit.jobId)} isCard={!allOver} />
              ) : (
                <VisitCard
                  visit={visit}
                  zone={zone}
                  isNext={visit === first}
                  arrivedAt={arrivedAt(standing.get(visit.jobId))}
                />
              )}
            </li>
          ))}
          {allOver && onSite > 0 && (
            <li className={styles.total}>
              On site today <b>{minutesWords(onSite)}</b>
            </li>
          )}
        </ul>
      )}
      {next && <NextDay {...next} zone={zone} length={lengthOf(next.visits)} />}
    </>
  )
}

const arrivedAt = (now: VisitNow | undefined) => (now?.is === 'on site' ? now.arrival.arrivedAt : undefined)

function countOf(visits: DayVisits['visits'], standing: VisitsNow['standing']): string {
  const done = visits.filter((one) => isDone(one) || standing.get(one.jobId)?.is === 'left').length
  const count = visits.length === 1 ? '1 visit' : `${visits.length} visits`
  if (done === 0) return count
  return `${count}, ${done < visits.length ? done : 'all'} done`
}
