import type { JobRow } from '#core/projections/job-row.ts'
import styles from '#web/screens/jobs/row/checks.module.css'
import { shareOf, withPageToggled } from './selection.ts'
import type { Chosen, Selection } from './use-selection.ts'

type Props = { chosen: Chosen; rows: readonly JobRow[]; change: Selection['change'] }

/** The check box of the page. */
export function PageCheck({ chosen, rows, change }: Props) {
  const share = shareOf(chosen, rows)
  return (
    <label className={styles.box}>
      <input
        type="checkbox"
        checked={share === 'all'}
        ref={(box) => {
          if (box) box.indeterminate = share === 'some'
        }}
        onChange={() => change((now) => withPageToggled(now, rows))}
      />
      <span className="sr">Select this page</span>
    </label>
  )
}
