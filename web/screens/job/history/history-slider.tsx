import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import type { Moment } from '#web/features/history/history-moments.ts'
import { momentIn } from '#web/features/history/history-times.ts'
import styles from './history-slider.module.css'

type Props = {
  moments: readonly Moment[]
  /** The index of the moment shown; the number of moments means now. */
  at: number
  zone: string
  steps: boolean
  onMove: (to: number) => void
}

/** Moves through a job's history, moment by moment; its end is now. */
export function HistorySlider({ moments, at, zone, steps, onMove }: Props) {
  const shown = moments[at]
  const [first] = moments
  const name = shown ? momentIn(shown.recordedAt, zone) : 'Now'
  const back = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && shown) onMove(moments.length)
  }
  return (
    <div className={`${styles.slider} ${steps ? styles.stepped : ''}`}>
      {steps && (
        <button type="button" className={styles.step} disabled={at === 0} onClick={() => onMove(at - 1)}>
          <IconChevronLeft size={22} stroke={1.75} aria-hidden />
          <span className="sr">One change earlier</span>
        </button>
      )}
      <p className={styles.head}>
        <span id="as-at">As at</span>
        <strong>{name}</strong>
      </p>
      {steps && (
        <button type="button" className={styles.step} disabled={!shown} onClick={() => onMove(at + 1)}>
          <IconChevronRight size={22} stroke={1.75} aria-hidden />
          <span className="sr">One change later</span>
        </button>
      )}
      <input
        type="range"
        className={styles.range}
        aria-labelledby="as-at"
        aria-valuetext={name}
        min={0}
        max={moments.length}
        step={1}
        value={at}
        style={{ backgroundSize: `${(100 * at) / moments.length}% 4px, 100% 4px` }}
        onChange={({ currentTarget }) => onMove(Number(currentTarget.value))}
        onKeyDown={back}
      />
      <p className={styles.foot}>
        <span>{first && momentIn(first.recordedAt, zone)}</span>
        <span>Now</span>
      </p>
    </div>
  )
}
