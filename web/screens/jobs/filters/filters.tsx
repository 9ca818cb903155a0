import { Button, Select } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { jobStatuses } from '#core/job/values.ts'
import { isOffice } from '#core/model/access.ts'
import { label } from '#core/model/label.ts'
import type { Role } from '#core/model/messages.ts'
import type { JobColumn } from '#core/views/jobs-list.ts'
import { NameField } from '#web/features/job-dialogs/name-field.tsx'
import {
  hasMoreFilters,
  type JobFilters,
  type JobFilterType,
  noFilters,
  warningFilters,
} from '#web/features/navigation/jobs-address.ts'
import { sameFilters } from '#web/features/navigation/same-filters.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { useToday } from '#web/ui/time/today.ts'
import { useDraftOf } from '#web/ui/use-draft.ts'
import styles from './filters.module.css'

/** Loaded once they are asked for: their calendar is larger than all else on the page. */
const MoreFilters = lazyComponent(async () => (await import('./more-filters.tsx')).MoreFilters)
const ColumnsChoice = lazyComponent(async () => (await import('./columns-choice.tsx')).ColumnsChoice)

type Props = {
  role: Role
  applied: JobFilters
  /** The columns chosen, where the list is a table. */
  columns: readonly JobColumn[] | undefined
  onColumns: (columns: readonly JobColumn[]) => void
  /** `follows` if it follows the last one as more of the same search, so that Back passes over that one. */
  onApply: (filters: JobFilters, follows?: boolean) => void
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

/** Milliseconds after the last letter until a search is applied. */
const afterTyping = 400

/** The filter panel. A choice applies at once and a search after a short pause; Go applies it without one, and a single letter too. */
export function Filters({ role, applied, columns, onColumns, onApply, focusSearch, onSearchFocused }: Props) {
  const { draft: filters, change, submit } = useDraftOf(applied, sameFilters)
  const shown = useRef(filters)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    shown.current = filters
  })
  useEffect(() => () => clearTimeout(pause.current), [])
  const isTyping = useRef(false)
  const apply = (chosen: JobFilters, follows = false) => {
    clearTimeout(pause.current)
    isTyping.current = follows
    submit(chosen)
    onApply(chosen, follows)
  }
  const search = (text: string) => {
    const typed = { ...filters, search: text }
    change(typed)
    clearTimeout(pause.current)
    const applyTyped = () => {
      // Meanwhile another filter may have been applied elsewhere.
      if (shown.current !== typed) return
      apply(typed, isTyping.current)
      isTyping.current = true
    }
    if (text.trim().length !== 1) pause.current = setTimeout(applyTyped, afterTyping)
  }
  const [isMore, setIsMore] = useState(false)
  const showsMore = isMore || hasMoreFilters(filters)
  const today = useToday(useTimeZone())
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!focusSearch) return
    field.current?.focus()
    onSearchFocused()
  }, [focusSearch, onSearchFocused])
  const set = (chosen: Partial<JobFilters>) => apply({ ...filters, ...chosen })
  return (
    <form
      className={styles.panel}
      aria-label="Filters"
      onSubmit={(event) => {
        event.preventDefault()
        apply(filters)
      }}
    >
      <Select
        label="Filter by"
        data={typesFor(role).map((value) => ({ value, label: types[value] }))}
        value={filters.type}
        onChange={(type) => type && set({ type })}
      />
      <NameField
        ref={field}
        label="Search"
        className={styles.search}
        placeholder={filters.type === 'workOrder' ? 'Work order or part of it' : 'Type 2 characters for suggestions'}
        list={filters.type === 'agency' ? 'agencies' : 'apartments'}
        from={filters.type === 'workOrder' ? Number.POSITIVE_INFINITY : 2}
        value={filters.search}
        onChange={search}
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
        <Button variant="default" onClick={() => apply(noFilters)}>
          Clear
        </Button>
        <Button variant="default" aria-expanded={showsMore} onClick={() => setIsMore(!showsMore)}>
          More options
        </Button>
      </div>
      {showsMore && (
        <div className={styles.more}>
          <MoreFilters role={role} filters={filters} today={today} onChange={set} />
          {columns && <ColumnsChoice role={role} chosen={columns} onChoose={onColumns} />}
        </div>
      )}
    </form>
  )
}
