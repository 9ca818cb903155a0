import { Fragment, type KeyboardEvent, memo, type PointerEvent } from 'react'
import type { OfficeActions } from '#web/screens/calendar/calendar-props.ts'
import { canMove } from '#web/screens/calendar/visit/can-move.ts'
import { type By, byKey, nudgeKeys } from '#web/screens/calendar/visit/keyboard-moves.ts'
import { StatusMark } from '#web/screens/calendar/visit/status-mark.tsx'
import { namesOf, VisitLink, VisitSigns } from '#web/screens/calendar/visit/visit-link.tsx'
import { VisitMenu } from '#web/screens/calendar/visit/visit-menu.tsx'
import type { PersonName } from '#web/sync/reads/jobs.ts'
import { statusColors } from '#web/ui/marks/status-colors.ts'
import { minuteOf } from './dragging.ts'
import { placeOf } from './grid-position.ts'
import styles from './grid-visit.module.css'
import type { Piece } from './week-layout.ts'

type BodyProps = {
  piece: Piece
  people: ReadonlyMap<string, PersonName>
  waiting: boolean
  office: OfficeActions | undefined
}

/** A link over all of the visit, and the menu in its corner. */
const EventBody = ({ piece: { booking, start, end, whole }, people, waiting, office }: BodyProps) => (
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
          keys={whole}
          onOpen={() => office.onTouch(booking)}
          onReschedule={() => office.onReschedule(booking)}
        />
      </span>
    )}
  </>
)

/** Each word by itself, so that one that is too long for a narrow visit ends in an ellipsis. */
const Words = ({ of }: { of: string }) =>
  [...of.split(' ').entries()].map(([place, word]) => (
    <Fragment key={place}>
      <span className={styles.word}>{word}</span>{' '}
    </Fragment>
  ))

const movedByKeys = (onNudge: (by: By) => void) => ({
  'aria-keyshortcuts': nudgeKeys.join(' '),
  onKeyDown: (event: KeyboardEvent) => {
    const by = byKey(event)
    if (!by) return
    event.preventDefault()
    onNudge(by)
  },
})

type Props = BodyProps & {
  /** Its day of the week, from 0. */
  column: number
  dragged: boolean
  onHold: (piece: Piece, event: PointerEvent) => void
}

/** A visit in its place on the grid, beside those it overlaps; the office takes hold of it or of an edge. */
export const Visit = memo(({ column, dragged, onHold, ...body }: Props) => {
  const { piece, office } = body
  const { id, booking, whole, lanes, span } = piece
  const [start, end] = [minuteOf(piece.start), minuteOf(piece.end)]
  const isLoose = office !== undefined && whole && canMove(booking)
  return (
    <article
      className={`${styles.event} ${statusColors[booking.jobStatus]}`}
      style={placeOf({ ...piece, column, start, end })}
      data-visit={id}
      data-narrow={lanes > span || undefined}
      data-slim={lanes > 2 * span || undefined}
      data-short={end - start < 45 || undefined}
      data-dragged={dragged || undefined}
      onPointerDown={isLoose ? (event) => onHold(piece, event) : undefined}
    >
      <div className={styles.inner}>
        <EventBody {...body} />
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
