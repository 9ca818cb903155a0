import { Link } from 'react-router'
import type { RowDifference } from '#core/wire/projections.ts'
import styles from './dry-run.module.css'

/** Differing rows, field by field: the live value above the built one. */
export const Differences = ({ differences }: { differences: readonly RowDifference[] }) => (
  <ul className={styles.differences}>
    {differences.map((row) => (
      <li key={row.key}>
        <p className={styles.row}>
          {row.jobId ? <Link to={`/job/${row.jobId}`}>{row.label}</Link> : <b>{row.label}</b>}
          {row.change !== 'changed' && <span className={styles.change}> {row.change}</span>}
        </p>
        <ul className={styles.fieldsOf}>
          {row.fields.map(({ field, before, after }) => (
            <li key={field}>
              <span className={styles.field}>{field}</span>
              {row.change !== 'added' && (
                <del className={styles.before}>
                  <span className="sr">Before: </span>
                  {before ?? '(none)'}
                </del>
              )}
              {row.change !== 'removed' && (
                <ins className={styles.after}>
                  <span className="sr">After: </span>
                  {after ?? '(none)'}
                </ins>
              )}
            </li>
          ))}
        </ul>
      </li>
    ))}
  </ul>
)
