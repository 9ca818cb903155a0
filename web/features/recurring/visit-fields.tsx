import { Select } from '@mantine/core'
import { timesOfDay } from '#core/time/time-of-day.ts'
import styles from './recurring-dialog.module.css'
import type { Typed } from './recurring-form.ts'

/** Lengths of a visit in minutes. */
export const lengths = [30, 60, 90, 120, 180, 240, 300, 360, 480]

type Props = { typed: Typed; set: (change: Partial<Typed>) => void; options: readonly number[] }

const lengthWords = (minutes: number) =>
  minutes < 60 ? `${minutes} min` : minutes === 60 ? '1 hour' : `${minutes / 60} hours`

/** When the visit of each job is; without one the office books it. */
export const VisitFields = ({ typed, set, options }: Props) => (
  <div className={styles.visit}>
    <Select
      label="Visit"
      placeholder="None"
      clearable
      clearButtonProps={{ 'aria-label': 'Book no visit' }}
      searchable
      data={[...new Set([...timesOfDay, ...(typed.start ? [typed.start] : [])])].sort()}
      value={typed.start || null}
      onChange={(start) => set({ start: start ?? '' })}
    />
    <Select
      label="For"
      allowDeselect={false}
      disabled={!typed.start}
      data={[...new Set([...options, typed.minutes])]
        .sort((a, b) => a - b)
        .map((minutes) => ({ value: String(minutes), label: lengthWords(minutes) }))}
      value={String(typed.minutes)}
      onChange={(minutes) => set({ minutes: Number(minutes) })}
    />
  </div>
)
