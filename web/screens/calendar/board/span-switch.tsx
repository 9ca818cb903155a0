import type { CalendarSpan } from '#web/screens/calendar/calendar-address.ts'
import styles from '#web/screens/calendar/lanes/view-switch.module.css'

type Props = { span: CalendarSpan; onSpan: (span: CalendarSpan) => void }

/** Shows a day by person, or a week. */
export const SpanSwitch = ({ span, onSpan }: Props) => (
  <fieldset className={styles.switch} aria-label="How much to show">
    {(['day', 'week'] as const).map((one) => (
      <button key={one} type="button" className={styles.view} aria-pressed={span === one} onClick={() => onSpan(one)}>
        {one === 'day' ? 'Day' : 'Week'}
      </button>
    ))}
  </fieldset>
)
