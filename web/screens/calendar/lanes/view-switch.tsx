import type { CalendarLayout } from '#web/screens/calendar/calendar-address.ts'
import styles from './view-switch.module.css'

type Props = { by: CalendarLayout; onBy: (by: CalendarLayout) => void }

/** Shows the week by hours, or by person. */
export const ViewSwitch = ({ by, onBy }: Props) => (
  <fieldset className={styles.switch} aria-label="Calendar view">
    {(['hours', 'person'] as const).map((one) => (
      <button key={one} type="button" className={styles.view} aria-pressed={by === one} onClick={() => onBy(one)}>
        {one === 'hours' ? 'Week' : 'By person'}
      </button>
    ))}
  </fieldset>
)
