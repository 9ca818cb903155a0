import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import styles from './sortable-head.module.css'

const icons = { ascending: IconArrowUp, descending: IconArrowDown }

type Props = {
  name: string
  /** How the table is sorted by this column; undefined if it is sorted by another. */
  sorted: keyof typeof icons | undefined
  onSort: () => void
}

/** A column heading that sorts its table. */
export function SortableHead({ name, sorted, onSort }: Props) {
  const Icon = sorted ? icons[sorted] : IconArrowsSort
  return (
    <th scope="col" aria-sort={sorted}>
      <button type="button" className={styles.sort} data-sorted={sorted && true} onClick={onSort}>
        {name}
        <Icon size={14} stroke={sorted ? 2.25 : 1.75} aria-hidden />
      </button>
    </th>
  )
}
