import type { Warning } from '#core/job/values.ts'
import styles from './warning-colors.module.css'

/** The class that gives a warning's bar its colour; most have that of quiet text. */
export const warningColors: Partial<Record<Warning, string | undefined>> = {
  'no access': styles.attention,
  'quote rejected': styles.attention,
  cancelled: styles.attention,
  management: styles.management,
  '': styles.none,
}
