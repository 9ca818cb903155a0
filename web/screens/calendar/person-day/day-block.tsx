import { memo } from 'react'
import type { Stretch } from '#core/job/lanes/stretches.ts'
import type { OfficeActions } from '#web/screens/calendar/calendar-props.ts'
import { looseVisit } from '#web/screens/calendar/placing/loose-visit.ts'
import type { Placing } from '#web/screens/calendar/placing/use-placing.ts'
import { canMove } from '#web/screens/calendar/visit/can-move.ts'
import { StatusMark } from '#web/screens/calendar/visit/status-mark.tsx'
import { VisitLink, VisitSigns } from '#web/screens/calendar/visit/visit-link.tsx'
import { VisitMenu } from '#web/screens/calendar/visit/visit-menu.tsx'
import { timesText } from '#web/screens/calendar/visit/visit-words.ts'
import { statusColors } from '#web/ui/marks/status-colors.ts'
import styles from './day-block.module.css'
import { acrossOf, type TieredVisit } from './day-layout.ts'

type Props = {
  /** Whose lane and which day it is in. */
  userId: string | undefined
  day: string
  placed: TieredVisit
  hours: Stretch
  /** Who else the visit is of. */
  others: string
  /** Why there may be no time to get there. */
  tight: string | undefined
  waiting: boolean
  office: Pick<OfficeActions, 'onTouch' | 'onReschedule'> | undefined
  placing: Placing | undefined
}

/** A visit across the hours of a person's day, with a red edge where it clashes. */
export const DayBlock = memo(({ userId, day, placed, hours, others, tight, waiting, office, placing }: Props) => {
  const { shown, tier, tiers } = placed
  const { visit, clashes } = shown
  const { left, width } = acrossOf(shown, hours)
  const loose = looseVisit(placing, userId, day, shown)
  return (
    <li
      className={`${styles.block} ${statusColors[visit.jobStatus]}`}
      style={{ left: `${left}%`, width: `${width}%`, top: `${(100 * tier) / tiers}%`, height: `${100 / tiers}%` }}
      data-visit={visit.jobId}
      data-flat={tiers > 1 || undefined}
      onPointerDown={loose?.onPointerDown}
    >
      <div
        className={styles.inner}
        data-clashes={clashes || undefined}
        title={[visit.apartmentName, timesText(shown), others && `with ${others}`, tight].filter(Boolean).join(', ')}
      >
        <VisitLink booking={visit} className={styles.link} {...loose?.link}>
          <span className={styles.site}>
            <StatusMark status={visit.jobStatus} /> {visit.apartmentName}
          </span>
          <span className={styles.line}>{timesText(shown)}</span>
          <span className={`${styles.line} ${styles.last}`}>
            {visit.jobRef}
            {others && `, with ${others}`}
            <VisitSigns booking={visit} waiting={waiting} />
          </span>
          {(clashes || tight) && (
            <span className="sr">
              {clashes && ', clashes'}
              {tight && `, ${tight}`}
            </span>
          )}
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
      </div>
    </li>
  )
})
