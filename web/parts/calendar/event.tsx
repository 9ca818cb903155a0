import { Box } from '@mantine/core'
import { type ComponentPropsWithoutRef, type DragEvent, type KeyboardEvent, memo } from 'react'
import type { PersonName } from '#web/queries.ts'
import type { OfficeActions } from './calendar-shown.ts'
import { canMove } from './can-move.ts'
import styles from './event.module.css'
import { type By, byKey, nudgeKeys } from './nudges.ts'
import type { Piece } from './pieces.ts'
import { StatusMark, statusColors } from './status-mark.tsx'
import { minutesBetween } from './times.ts'
import { namesOf, VisitLink, VisitSigns } from './visit-link.tsx'
import { VisitMenu } from './visit-menu.tsx'

type BodyProps = {
  piece: Piece
  people: ReadonlyMap<string, PersonName>
  waiting: boolean
  office: OfficeActions | undefined
}

/** A visit on the week's grid: a link over all of it, and the menu in its corner. Not drawn anew while another is dragged. */
export const EventBody = memo(({ piece: { booking, start, end, whole }, people, waiting, office }: BodyProps) => (
  <>
    <VisitLink
      booking={booking}
      className={styles.link}
      {...(office && whole && canMove(booking) ? movedByKeys((by) => office.onNudge(booking, by)) : {})}
    >
      <span className={styles.site}>
        <StatusMark status={booking.jobStatus} /> {booking.apartmentName}
      </span>
      <span className={styles.line}>
        {start}–{end}
      </span>
      <span className={styles.line}>{namesOf(booking, people)}</span>
      <span className={styles.signs}>
        <VisitSigns booking={booking} waiting={waiting} />
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

type FrameProps = {
  piece: Piece
  /** What the library would give to its own button. */
  given: ComponentPropsWithoutRef<'button'>
  onGrab: (event: DragEvent<HTMLElement>) => void
}

/** A visit's place on the grid: no button, as it holds a link and a button, and beside those it overlaps. */
export function EventFrame({ piece, given, onGrab }: FrameProps) {
  const { tabIndex: _, title: _title, onClick: _click, onDragStart, style, className, ...rest } = given
  const { booking, lane, lanes } = piece
  return (
    <Box
      {...rest}
      component="article"
      className={`${className} ${styles.event} ${statusColors[booking.jobStatus]}`}
      style={{ ...style, left: `${(lane * 100) / lanes}%`, width: `${100 / lanes}%` }}
      data-narrow={lanes > 1 || undefined}
      data-short={isShort(piece) || undefined}
      onDragStart={(event: DragEvent<HTMLButtonElement>) => {
        onGrab(event)
        onDragStart?.(event)
      }}
    />
  )
}

const isShort = ({ day, start, end }: Piece) => minutesBetween({ day, time: start }, { day, time: end }) < 45
