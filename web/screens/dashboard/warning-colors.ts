import type { Warning } from '#core/job/values.ts'
import styles from './warning-colors.module.css'

/** The class with a warning's bar colour; most are muted. */
export const warningColors: Partial<Record<Warning, string | undefined>> = {
  'no access': styles.attention,
  'quote rejected': styles.attention,
  cancelled: styles.attention,
  management: styles.management,
  '': styles.none,
}
