import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { momentIn } from '#web/features/history/history-times.ts'
import styles from './history-slider.module.css'
import type { Stops } from './stops.ts'

type Props = {
  stops: Stops
  /** When the first event was recorded. */
  began: string
  zone: string
  steps: boolean
}

/** Moves through a job's history, change by change; its end is now. */
export function HistorySlider({ stops, began, zone, steps }: Props) {
  const { at, first, now, shown, earlier, later, moveTo, leave } = stops
  const name = at === now ? 'Now' : shown ? momentIn(shown.recordedAt, zone) : `Event ${at}`
  const back = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && at !== now) leave()
  }
  return (
    <div className={`${styles.slider} ${steps ? styles.stepped : ''}`}>
      {steps && (
        <button type="button" className={styles.step} disabled={at === first} onClick={earlier}>
          <IconChevronLeft size={22} stroke={1.75} aria-hidden />
          <span className="sr">One change earlier</span>
        </button>
      )}
      <p className={styles.head}>
        <span id="as-at">As at</span>
        <strong>{name}</strong>
      </p>
      {steps && (
        <button type="button" className={styles.step} disabled={at === now} onClick={later}>
          <IconChevronRight size={22} stroke={1.75} aria-hidden />
          <span className="sr">One change later</span>
        </button>
      )}
      <input
        type="range"
        className={styles.range}
        aria-labelledby="as-at"
        aria-valuetext={name}
        min={first}
        max={now}
        step={1}
        value={at}
        style={{ backgroundSize: `${(100 * (at - first)) / (now - first)}% 4px, 100% 4px` }}
        onChange={({ currentTarget }) => moveTo(Number(currentTarget.value))}
        onKeyDown={back}
      />
      <p className={styles.foot}>
        <span>{momentIn(began, zone)}</span>
        <span>Now</span>
      </p>
    </div>
  )
}
