import { IconClockUp } from '@tabler/icons-react'
import type { Part } from '#core/part/part.ts'
import { dayName } from '#core/time/format.ts'
import { Delivery } from '#web/features/part/delivery.tsx'
import { StatusSelect } from '#web/features/part/status-select.tsx'
import { useUnsent } from '#web/sync/ledger/ledger-store.ts'
import { SkipLink } from '#web/ui/skip-link.tsx'
import { SortableHead } from '#web/ui/sortable-head.tsx'
import table from '#web/ui/table.module.css'
import { JobLink, PartActions } from './part-actions.tsx'
import type { PartSort, PartsView } from './parts-address.ts'
import styles from './table.module.css'

/** A row's actions, and job ids by job number. */
export type PartRowProps = {
  jobs: Readonly<Record<string, string>>
  onEdit: (part: Part) => void
  onDelete: (part: Part) => void
}

type Props = PartRowProps & { parts: readonly Part[]; view: PartsView; onSort: (sort: PartSort) => void }

/** The Parts Book as a table. */
export const PartsTable = ({ parts, view, onSort, ...row }: Props) => (
  <>
    <SkipLink to="pages">Skip the list</SkipLink>
    <table className={`${table.table} ${styles.table}`}>
      <caption className="sr">Parts</caption>
      <thead>
        <tr>
          <th scope="col">Product Name</th>
          <th scope="col">Reference</th>
          <th scope="col">Site</th>
          <th scope="col">Job ID</th>
          <th scope="col">Category</th>
          <SortableHead
            name="Purchase Date"
            sorted={sortedOf(view, 'purchaseDate')}
            onSort={() => onSort('purchaseDate')}
          />
          <SortableHead
            name="Expected Delivery"
            sorted={sortedOf(view, 'expectedDelivery')}
            onSort={() => onSort('expectedDelivery')}
          />
          <th scope="col">Status</th>
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody>
        {parts.map((part) => (
          <Row key={part.partId} part={part} {...row} />
        ))}
      </tbody>
    </table>
  </>
)

function Row({ part, jobs, ...actions }: PartRowProps & { part: Part }) {
  const unsent = useUnsent(part.partId).length > 0
  return (
    <tr>
      <th scope="row" className={styles.name} title={unsent ? `${part.name}, waiting to send` : part.name}>
        {unsent && (
          <span className={styles.unsent}>
            <IconClockUp size={16} stroke={1.75} aria-hidden />
            <span className="sr">Waiting to send:</span>
          </span>
        )}
        {part.name}
      </th>
      <td className={styles.cut} title={part.reference}>
        {part.reference}
      </td>
      <td className={`${styles.cut} ${styles.site}`} title={part.site}>
        {part.site || <span className={styles.quiet}>Stock</span>}
      </td>
      <td>
        <JobLink jobId={part.jobId} jobs={jobs} />
      </td>
      <td className={styles.cut} title={part.category}>
        {part.category}
      </td>
      <td>{dayName(part.purchaseDate)}</td>
      <td>
        <Delivery part={part} />
      </td>
      <td>
        <StatusSelect part={part} />
      </td>
      <td>
        <PartActions part={part} {...actions} />
      </td>
    </tr>
  )
}

const sortedOf = (view: PartsView, sort: PartSort) =>
  view.sort === sort ? (view.direction === 'desc' ? 'descending' : 'ascending') : undefined
