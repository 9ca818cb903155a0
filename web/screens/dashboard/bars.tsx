import { Link } from 'react-router'
import styles from './bars.module.css'

type Bar = { key: string; name: string; value: number; text: string; to: string }

/** A horizontal bar chart; one sentence describes it, and each line is a link. */
export function Bars({ sentence, bars }: { sentence: string; bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map((one) => one.value))
  return (
    <div className={styles.chart}>
      <div className={styles.bars} role="img" aria-label={sentence}>
        {bars.map(({ key, value }) => (
          <span key={key} className={styles.line}>
            <span className={styles.bar} style={{ width: `${(100 * value) / most}%` }} />
          </span>
        ))}
      </div>
      <ul className={styles.names}>
        {bars.map(({ key, name, text, to }) => (
          <li key={key} className={styles.line}>
            <Link to={to} className={styles.link}>
              <span className={styles.name}>{name}</span> <span className={styles.value}>{text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
