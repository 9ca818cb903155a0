import { IconAlertTriangle, IconCar } from '@tabler/icons-react'
import { memo } from 'react'
import type { DayVisit } from '#core/job/lanes/lanes.ts'
import type { BookedVisit } from '#web/features/schedule/visit-times.ts'
import type { OfficeActions } from '#web/screens/calendar/calendar-props.ts'
import { looseVisit } from '#web/screens/calendar/placing/loose-visit.ts'
import type { Placing } from '#web/screens/calendar/placing/use-placing.ts'
import { canMove } from '#web/screens/calendar/visit/can-move.ts'
import { StatusMark } from '#web/screens/calendar/visit/status-mark.tsx'
import { VisitLink, VisitSigns } from '#web/screens/calendar/visit/visit-link.tsx'
import { VisitMenu } from '#web/screens/calendar/visit/visit-menu.tsx'
import { timesText } from '#web/screens/calendar/visit/visit-words.ts'
import { statusColors } from '#web/ui/marks/status-colors.ts'
import styles from './lane-visit.module.css'

type Props = {
  /** Whose lane and which day it is in. */
  userId: string | undefined
  day: string
  shown: DayVisit<BookedVisit>
  /** Who else the visit is of. */
  others: string
  /** Why there may be no time to get there. */
  tight: string | undefined
  waiting: boolean
  office: Pick<OfficeActions, 'onTouch' | 'onReschedule'> | undefined
  placing: Placing | undefined
}

/** A visit in a person's day: its times and site, with a red edge where it clashes. */
export const LaneVisit = memo(({ userId, day, shown, others, tight, waiting, office, placing }: Props) => {
  const { visit, clashes } = shown
  const loose = looseVisit(placing, userId, day, shown)
  const [start, end] = timesText(shown).split('–')
  return (
    <li
      className={`${styles.visit} ${statusColors[visit.jobStatus]}`}
      data-visit={visit.jobId}
      data-clashes={clashes || undefined}
      onPointerDown={loose?.onPointerDown}
      title={[visit.apartmentName, others && `with ${others}`, tight].filter(Boolean).join(', ')}
    >
      <VisitLink booking={visit} className={styles.link} {...loose?.link}>
        <span className={styles.times}>
          <StatusMark status={visit.jobStatus} />
          <span>
            {start}
            <span className={styles.end}>–{end}</span>
          </span>
          <span className={styles.signs}>
            {tight && <IconCar size={14} stroke={2} color="var(--brass-text)" aria-hidden />}
            <VisitSigns booking={visit} waiting={waiting} />
            {clashes && <IconAlertTriangle size={14} stroke={2} color="var(--danger)" aria-hidden />}
          </span>
        </span>
        <span className={styles.site}>{visit.apartmentName}</span>
        <span className="sr">
          {others && `, with ${others}`}
          {clashes && ', clashes'}
          {tight && `, ${tight}`}
        </span>
      </VisitLink>
      {office && canMove(visit) && (
        <span className={styles.menu}>
          <VisitMenu
            booking={visit}
            keys={loose && 'M'}
            onOpen={() => office.onTouch(visit)}
            onReschedule={() => office.onReschedule(visit)}
          />
        </span>
      )}
    </li>
  )
})
