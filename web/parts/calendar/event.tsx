import { Box } from '@mantine/core'
import type { ComponentPropsWithoutRef, DragEvent } from 'react'
import type { PersonName } from '#web/queries.ts'
import styles from './event.module.css'
import type { Piece } from './pieces.ts'
import { StatusMark, statusColors } from './status-mark.tsx'
import { minutesBetween } from './times.ts'
import { namesOf, VisitLink, VisitSigns } from './visit-link.tsx'
import { VisitMenu } from './visit-menu.tsx'

type BodyProps = {
  piece: Piece
  people: ReadonlyMap<string, PersonName>
  waiting: boolean
  /** Missing where the visit cannot be moved. */
  actions?: { onOpen: () => void; onReschedule: () => void }
}

/** A visit on the week's grid: a link over all of it, and the menu in its corner. */
export function EventBody({ piece, people, waiting, actions }: BodyProps) {
  const { booking, start, end } = piece
  return (
    <>
      <VisitLink booking={booking} className={styles.link}>
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
      {actions && (
        <span className={styles.menu}>
          <VisitMenu booking={booking} {...actions} />
        </span>
      )}
    </>
  )
}

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
      data-short={isShort(piece) || undefined}
      onDragStart={(event: DragEvent<HTMLButtonElement>) => {
        onGrab(event)
        onDragStart?.(event)
      }}
    />
  )
}

const isShort = ({ day, start, end }: Piece) => minutesBetween({ day, time: start }, { day, time: end }) < 45
