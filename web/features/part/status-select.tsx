import { IconChevronDown } from '@tabler/icons-react'
import { label } from '#core/model/label.ts'
import type { Part } from '#core/part/part.ts'
import { partStatuses } from '#core/part/values.ts'
import { dispatch } from '#web/sync/ledger/dispatch.ts'
import { useMay } from '#web/sync/rights.ts'
import { toast } from '#web/ui/states/toast.tsx'
import styles from './status-select.module.css'

/** A part's status, as a pill-shaped select. */
export function StatusSelect({ part: { partId, name, status } }: { part: Part }) {
  const mayWork = useMay('work')
  const choose = (value: string) => {
    const to = partStatuses.find((one) => one === value)
    const refusal = to && dispatch({ type: 'SetPartStatus', data: { partId, status: to } })
    if (refusal) toast.failure(`Failed to update part status. Please try again. ${refusal.error}`)
  }
  if (!mayWork)
    return (
      <span className={styles.pill} data-status={status}>
        <span className={styles.fixed}>{label(status)}</span>
      </span>
    )
  return (
    <label className={styles.pill} data-status={status}>
      <span className="sr">Status of {name}</span>
      <select value={status} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        {partStatuses.map((one) => (
          <option key={one} value={one}>
            {label(one)}
          </option>
        ))}
      </select>
      <IconChevronDown size={14} stroke={2} aria-hidden />
    </label>
  )
}
