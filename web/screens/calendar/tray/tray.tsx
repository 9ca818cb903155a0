import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import type { JobRow } from '#core/projections/job-row.ts'
import { PlainSelect } from '#web/ui/fields/plain-select.tsx'
import { numberText } from '#web/ui/number-format.ts'
import { SkeletonRows } from '#web/ui/states/loading.tsx'
import { ReadState } from '#web/ui/states/read-state.tsx'
import styles from './tray.module.css'
import { type TrayActions, TrayJob } from './tray-job.tsx'
import { type TrayOrder, trayOrders, useTray } from './use-tray.ts'

type Props = TrayActions & {
  today: string
  /** Whether there is a heading around it already, as in a sheet. */
  inSheet?: boolean
}

const orders = Object.entries(trayOrders).map(([value, { name }]) => ({ value, label: name }))
const isOrder = (value: string): value is TrayOrder => value in trayOrders

/** The jobs that need a visit, to be searched and sorted, and booked from here. */
export function Tray({ today, inSheet = false, ...actions }: Props) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 300)
  const [order, setOrder] = useState<TrayOrder>('urgent')
  const [pages, setPages] = useState(1)
  const tray = useTray(order, search, pages)
  return (
    <section className={styles.tray} data-sheet={inSheet || undefined} aria-label="Needs a visit">
      <div className={styles.head}>
        {!inSheet && (
          <h2 className={styles.title}>
            Needs a visit {tray.isRead && <span className={styles.count}>{numberText(tray.total)}</span>}
          </h2>
        )}
        <PlainSelect
          label="Sort by"
          value={order}
          options={orders}
          onChange={(chosen) => {
            if (isOrder(chosen)) setOrder(chosen)
            setPages(1)
          }}
        />
      </div>
      <TextInput
        className={styles.search}
        aria-label="Filter jobs that need a visit"
        placeholder="Site, work order or agency"
        leftSection={<IconSearch size={15} stroke={1.75} aria-hidden />}
        maxLength={200}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          setPages(1)
        }}
      />
      <ReadState
        read={{ data: tray.isRead ? tray : undefined, error: tray.error, refetch: tray.refetch }}
        failed={({ message }) => `Failed to fetch jobs: ${message}`}
        skeleton={<SkeletonRows rows={6} columns={{ site: 150, age: 50 }} />}
      >
        {() => (
          <div className={styles.scroll}>
            <ul className={styles.jobs}>
              {tray.jobs.map((row: JobRow) => (
                <TrayJob key={row.jobId} row={row} today={today} inSheet={inSheet} {...actions} />
              ))}
            </ul>
            <p className={styles.none} role="status">
              {tray.jobs.length === 0 && (search ? 'No job matches.' : 'Every pending job has a visit.')}
            </p>
            {tray.hasMore && (
              <button type="button" className={styles.more} onClick={() => setPages(pages + 1)}>
                Show more
              </button>
            )}
          </div>
        )}
      </ReadState>
      {!inSheet && tray.jobs.length > 0 && (
        <p className={styles.hint}>Drag a job to a person, or press Enter on it to book.</p>
      )}
    </section>
  )
}
