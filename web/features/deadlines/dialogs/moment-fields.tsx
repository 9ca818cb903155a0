import { useState } from 'react'
import { instantAt, type WallClock, wallClock } from '#core/time/wall-clock.ts'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { TimeInput } from '#web/ui/fields/time-input.tsx'
import { useToday } from '#web/ui/time/today.ts'
import styles from './deadline-dialogs.module.css'

/** A day and time that is being chosen; it starts as `given`, which stays exact to the second unless it is changed, or as now. */
export function useMoment(zone: string, given?: string) {
  const [start, setStart] = useState(() => ({ given, clock: wallClock(given ?? new Date().toISOString(), zone) }))
  const [clock, setClock] = useState(start.clock)
  /** Starts again as another instant; what was chosen stays, if anything was. */
  const startAs = (other: string) => {
    const begun = { given: other, clock: wallClock(other, zone) }
    setStart(begun)
    setClock((now) => (isSameClock(now, start.clock) ? begun.clock : now))
  }
  const isAsGiven = isSameClock(clock, start.clock)
  return { clock, setClock, startAs, instant: (isAsGiven && start.given) || instantAt(clock, zone) }
}

const isSameClock = (one: WallClock, other: WallClock) => one.day === other.day && one.time === other.time

type Props = {
  day: string
  time?: string
  clock: WallClock
  onChange: (clock: WallClock) => void
  zone: string
  toward?: 'past' | 'future'
  error?: string | undefined
}

/** A day beside its time in the company's time zone. */
export function MomentFields({ day, time = 'Time', clock, onChange, zone, toward = 'past', error }: Props) {
  const today = useToday(zone)
  return (
    <div className={styles.moment}>
      <DateField
        label={day}
        value={clock.day}
        today={today}
        toward={toward}
        error={error}
        onChange={(to) => onChange({ ...clock, day: to })}
      />
      <TimeInput label={time} value={clock.time} onChange={(to) => onChange({ ...clock, time: to })} />
    </div>
  )
}
