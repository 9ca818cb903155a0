import { numberText } from '#web/ui/number-format.ts'
import styles from './progress.module.css'

/** How far something has come: 'Sending 12 of 40'. */
export const Progress = ({ said, done, all }: { said: string; done: number; all: number }) => (
  <div className={styles.progress}>
    <p>
      {said} {numberText(done)} of {numberText(all)}
    </p>
    <progress className={styles.bar} aria-label={said} max={all} value={done} />
  </div>
)
