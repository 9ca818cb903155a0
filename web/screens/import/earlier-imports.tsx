import { Link } from 'react-router'
import { numberText } from '#web/ui/number-format.ts'
import table from '#web/ui/table.module.css'
import styles from './cards.module.css'
import { isUnderWay, useImports } from './queries.ts'

/** Earlier imports, each with a link to it. */
export function EarlierImports() {
  const { data } = useImports()
  if (!data || data.imports.length === 0) return null
  return (
    <section className={`${styles.card} ${styles.before}`} aria-label="Earlier imports">
      <h2 className={styles.head}>Imports</h2>
      <table className={`${table.table} ${styles.table}`}>
        <caption className="sr">Imports, newest first</caption>
        <thead>
          <tr>
            <th scope="col">File</th>
            <th scope="col">Jobs</th>
            <th scope="col">By</th>
          </tr>
        </thead>
        <tbody>
          {data.imports.map((run) => (
            <tr key={run.importId}>
              <th scope="row" className={styles.column}>
                <Link to={`/import?id=${run.importId}`}>{run.fileName}</Link>
              </th>
              <td>
                {numberText(run.progress.imported)}
                {isUnderWay(run) ? ' so far' : ''}
              </td>
              <td className={styles.quiet}>{run.username}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
