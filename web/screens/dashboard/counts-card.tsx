import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Card } from '#web/ui/card.tsx'
import { numberText } from '#web/ui/number-format.ts'
import styles from './counts-card.module.css'

type Row = { key: string; name: string; badge: ReactNode; count: number; color: string | undefined; to: string }
type Props = { title: string; of: string; rows: readonly Row[]; empty?: string }

/** Job counts by kind: a table with bars, whose rows link to those jobs. */
export function CountsCard({ title, of, rows, empty }: Props) {
  const total = rows.reduce((sum, one) => sum + one.count, 0)
  const most = Math.max(1, ...rows.map((one) => one.count))
  return (
    <Card title={title} detail={numberText(total)} flush>
      {rows.length === 0 && <p className={styles.empty}>{empty}</p>}
      <table className={styles.table}>
        <caption className="sr">{title}</caption>
        <thead className="sr">
          <tr>
            <th scope="col">{of}</th>
            <th scope="col">Jobs</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, badge, count, color, to }) => (
            <tr key={key} className={styles.row}>
              <th scope="row" className={styles.kind}>
                <Link to={to} className={styles.link}>
                  {badge}
                </Link>
              </th>
              <td className={styles.count}>
                <span className={`${styles.bar} ${color ?? ''}`} aria-hidden>
                  <span style={{ width: `${(100 * count) / most}%` }} />
                </span>
                {numberText(count)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
