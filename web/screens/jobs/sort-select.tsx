import { Select } from '@mantine/core'
import { IconArrowsSort } from '@tabler/icons-react'
import { type JobsView, type Order, orderOf, orders } from '#web/features/navigation/jobs-address.ts'
import styles from './sort-select.module.css'

const names: Record<Order, string> = {
  'jobRef desc': 'ID, highest first',
  'jobRef asc': 'ID, lowest first',
  'apartmentName desc': 'Site, Z to A',
  'apartmentName asc': 'Site, A to Z',
  'createdAt desc': 'Created On, newest first',
  'createdAt asc': 'Created On, oldest first',
  'jobStart desc': 'Schedule, latest first',
  'jobStart asc': 'Schedule, earliest first',
  'urgency desc': 'Most urgent visit first',
  'urgency asc': 'Least urgent visit first',
}

/** The order of the cards, which have no column headings to click. */
export const SortSelect = ({
  view,
  onView,
}: {
  view: JobsView
  onView: (change: (view: JobsView) => JobsView) => void
}) => (
  <Select
    className={styles.sort}
    leftSectionWidth={32}
    rightSectionWidth={26}
    label={<span className="sr">Sort by</span>}
    leftSection={<IconArrowsSort size={16} stroke={1.75} aria-hidden />}
    data={orders.map(({ order }) => ({ value: order, label: names[order] }))}
    value={orderOf(view)}
    onChange={(chosen) => {
      const found = orders.find(({ order }) => order === chosen)
      if (found) onView((now) => ({ ...now, sort: found.sort, direction: found.direction, page: 1 }))
    }}
  />
)
