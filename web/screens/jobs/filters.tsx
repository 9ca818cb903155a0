import { Button, Select } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { jobStatuses } from '#core/job/values.ts'
import { isOffice } from '#core/model/access.ts'
import { label } from '#core/model/label.ts'
import type { Role } from '#core/model/messages.ts'
import { NameField } from '#web/features/job-dialogs/name-field.tsx'
import {
  type JobFilters,
  type JobFilterType,
  noFilters,
  warningFilters,
} from '#web/features/navigation/jobs-address.ts'
import styles from './filters.module.css'

type Props = {
  role: Role
  applied: JobFilters
  onApply: (filters: JobFilters) => void
  /** Whether the search field is to take the focus, as the `/` key asks. */
  focusSearch: boolean
  onSearchFocused: () => void
}

const types: Record<JobFilterType, string> = {
  apartmentName: 'Apartment Name',
  all: 'All',
  agency: 'Agency',
  workOrder: 'Work Order',
}
/** The team cannot search by facts it may not see. */
const typesFor = (role: Role): JobFilterType[] =>
  isOffice(role) ? ['apartmentName', 'all', 'agency', 'workOrder'] : ['apartmentName', 'all']

const all = { value: '', label: 'All' } as const
const statusOptions = [all, ...jobStatuses.map((value) => ({ value, label: label(value) }))]
const warningOptions = [
  all,
  ...warningFilters.map((value) => ({ value, label: value === 'none' ? label('') : label(value) })),
]

/** The filter panel; Go applies the choices. Its key must change with the applied filters, so that it is reset to them. */
export function Filters({ role, applied, onApply, focusSearch, onSearchFocused }: Props) {
  const [filters, setFilters] = useState(applied)
  const search = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!focusSearch) return
    search.current?.focus()
    onSearchFocused()
  }, [focusSearch, onSearchFocused])
  const set = (change: Partial<JobFilters>) => setFilters({ ...filters, ...change })
  return (
    <form
      className={styles.panel}
      aria-label="Filters"
      onSubmit={(event) => {
        event.preventDefault()
        onApply(filters)
      }}
    >
      <Select
        label="Filter by"
        data={typesFor(role).map((value) => ({ value, label: types[value] }))}
        value={filters.type}
        onChange={(type) => type && set({ type })}
      />
      <NameField
        ref={search}
        label="Search"
        className={styles.search}
        placeholder={filters.type === 'workOrder' ? 'Work order or part of it' : 'Type 2 characters for suggestions'}
        list={filters.type === 'agency' ? 'agencies' : 'apartments'}
        from={filters.type === 'workOrder' ? Number.POSITIVE_INFINITY : 2}
        value={filters.search}
        onChange={(search) => set({ search })}
      />
      <Select
        label="Status"
        data={statusOptions}
        value={filters.status}
        onChange={(status) => status !== null && set({ status })}
      />
      <Select
        label="Warning"
        data={warningOptions}
        value={filters.warning}
        onChange={(warning) => warning !== null && set({ warning })}
      />
      <div className={styles.actions}>
        <Button type="submit" variant="light">
          Go
        </Button>
        <Button
          variant="default"
          onClick={() => {
            setFilters(noFilters)
            onApply(noFilters)
          }}
        >
          Clear
        </Button>
      </div>
    </form>
  )
}
