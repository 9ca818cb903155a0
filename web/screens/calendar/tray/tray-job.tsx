import { Button } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import { type KeyboardEvent, memo } from 'react'
import type { JobRow } from '#core/projections/job-row.ts'
import { liftedJob } from '#web/screens/calendar/placing/lifted.ts'
import type { Placing } from '#web/screens/calendar/placing/use-placing.ts'
import { WarningTag } from '#web/ui/marks/warning-tag.tsx'
import styles from './tray.module.css'
import { ageText } from './tray-words.ts'

export type TrayActions = {
  onBook: (jobId: string) => void
  /** As soon as a job may be about to be booked. */
  onTouch: (jobId: string) => void
  /** Undefined where nothing can be dragged to. */
  placing?: Placing | undefined
}

type Props = TrayActions & { row: JobRow; today: string; inSheet: boolean }

/** A job of the tray: a click or Enter opens its schedule, a drag or the key M takes it to the board. In a sheet it has a Book button. */
export const TrayJob = memo(({ row, today, inSheet, onBook, onTouch, placing }: Props) => {
  const { jobId, jobRef, apartmentName, warning, createdAt } = row
  const words = (
    <>
      <span className={styles.site}>{apartmentName}</span>
      <span className={styles.line}>
        <span>{jobRef || 'New'}</span>
        <span>{inSheet ? sinceText(ageText(createdAt, today)) : ageText(createdAt, today)}</span>
      </span>
      {warning && (
        <span className={styles.tag}>
          <WarningTag warning={warning} />
        </span>
      )}
    </>
  )
  if (inSheet)
    return (
      <li className={styles.row}>
        <span className={styles.words}>{words}</span>
        <Button variant="default" size="md" onClick={() => onBook(jobId)}>
          Book<span className="sr"> {apartmentName}</span>
        </Button>
      </li>
    )
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'm' || event.ctrlKey || event.metaKey || event.altKey || !placing) return
    event.preventDefault()
    placing.lift(liftedJob(row))
  }
  return (
    <li>
      <button
        type="button"
        className={styles.job}
        aria-keyshortcuts={placing ? 'M' : undefined}
        onClick={() => onBook(jobId)}
        onFocus={() => onTouch(jobId)}
        onPointerEnter={() => onTouch(jobId)}
        onKeyDown={onKeyDown}
        onPointerDown={placing && ((event) => placing.hold(() => liftedJob(row), event))}
      >
        <IconGripVertical className={styles.grip} size={16} aria-hidden />
        <span className={styles.words}>
          <span className="sr">Book </span>
          {words}
        </span>
      </button>
    </li>
  )
})

const sinceText = (age: string) => (age === 'today' ? 'since today' : `for ${age}`)
