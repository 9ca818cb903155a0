import { Fragment, type KeyboardEvent, memo, type PointerEvent } from 'react'
import type { OfficeActions } from '#web/screens/calendar/calendar-props.ts'
import { canMove } from '#web/screens/calendar/visit/can-move.ts'
import { StatusMark } from '#web/screens/calendar/visit/status-mark.tsx'
import { namesOf, VisitLink, VisitSigns } from '#web/screens/calendar/visit/visit-link.tsx'
import { VisitMenu } from '#web/screens/calendar/visit/visit-menu.tsx'
import type { PersonName } from '#web/sync/reads/people.ts'
import { statusColors } from '#web/ui/marks/status-colors.ts'
import { minuteOf } from './dragging.ts'
import { gridPosition } from './grid-position.ts'
import styles from './grid-visit.module.css'
import { type MinuteShift, moveKeys, shiftByKey } from './keyboard-moves.ts'
import type { VisitSegment } from './week-layout.ts'

type BodyProps = {
  segment: VisitSegment
  people: ReadonlyMap<string, PersonName>
  waiting: boolean
  office: OfficeActions | undefined
}

/** A link across the whole visit, and the menu in its corner. */
const VisitBody = ({ segment: { booking, start, end, whole }, people, waiting, office }: BodyProps) => (
  <>
    <VisitLink
      booking={booking}
      className={styles.link}
      {...(office && whole && canMove(booking) ? movedByKeys((by) => office.onNudge(booking, by)) : {})}
    >
      <span className={styles.words}>
        <span className={styles.site}>
          <StatusMark status={booking.jobStatus} /> <Words of={booking.apartmentName} />
        </span>
        <span className={styles.line}>
          {start}
          <span className={styles.end}>–{end}</span>
        </span>
        <span className={styles.line}>{namesOf(booking, people)}</span>
        <span className={styles.signs}>
          <VisitSigns booking={booking} waiting={waiting} />
        </span>
      </span>
    </VisitLink>
    {office && canMove(booking) && (
      <span className={styles.menu}>
        <VisitMenu
          booking={booking}
          keys={whole ? 'arrows' : undefined}
          onOpen={() => office.onTouch(booking)}
          onReschedule={() => office.onReschedule(booking)}
        />
      </span>
    )}
  </>
)

/** Each word on its own, so that one too long for a narrow visit ends in an ellipsis. */
const Words = ({ of }: { of: string }) =>
  [...of.split(' ').entries()].map(([place, word]) => (
    <Fragment key={place}>
      <span className={styles.word}>{word}</span>{' '}
    </Fragment>
  ))

const movedByKeys = (onNudge: (by: MinuteShift) => void) => ({
  'aria-keyshortcuts': moveKeys.join(' '),
  onKeyDown: (event: KeyboardEvent) => {
    const by = shiftByKey(event)
    if (!by) return
    event.preventDefault()
    onNudge(by)
  },
})

type Props = BodyProps & {
  /** Its day of the week, 0 for Monday. */
  column: number
  dragged: boolean
  onHold: (segment: VisitSegment, event: PointerEvent) => void
}

/** A visit in its place on the grid, beside those it overlaps. The office can drag it, or one of its edges. */
export const GridVisit = memo(({ column, dragged, onHold, ...body }: Props) => {
  const { segment, office } = body
  const { id, booking, whole, lanes, span } = segment
  const [start, end] = [minuteOf(segment.start), minuteOf(segment.end)]
  const isLoose = office !== undefined && whole && canMove(booking)
  return (
    <article
      className={`${styles.event} ${statusColors[booking.jobStatus]}`}
      style={gridPosition({ ...segment, column, start, end })}
      data-visit={id}
      data-narrow={lanes > span || undefined}
      data-slim={lanes > 2 * span || undefined}
      data-short={end - start < 45 || undefined}
      data-dragged={dragged || undefined}
      onPointerDown={isLoose ? (event) => onHold(segment, event) : undefined}
    >
      <div className={styles.inner}>
        <VisitBody {...body} />
      </div>
      {isLoose && (
        <>
          <span className={styles.edge} data-grip="start" />
          <span className={styles.edge} data-grip="end" />
        </>
      )}
    </article>
  )
})
