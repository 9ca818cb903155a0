import { ActionIcon, Button } from '@mantine/core'
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks'
import { IconAdjustmentsHorizontal, IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { may } from '#core/access.ts'
import { paths } from '#core/paths.ts'
import type { JobRow } from '#core/projections/job-rows.ts'
import { ExportButton } from '#web/parts/export-button.tsx'
import { InstallOnce } from '#web/parts/install/install-once.tsx'
import { EditJob, loadDialogs, NewJob, ScheduleOfRow, WarningDialog } from '#web/parts/job/dialogs.tsx'
import { QueueStrip } from '#web/parts/job/queue-strip.tsx'
import { useUser } from '#web/parts/job/user.ts'
import { JobChips } from '#web/parts/jobs/chips.tsx'
import { CountedChip } from '#web/parts/jobs/counted-chip.tsx'
import { Filters, searchField } from '#web/parts/jobs/filters.tsx'
import { JobsList } from '#web/parts/jobs/list.tsx'
import { NewJobButton } from '#web/parts/jobs/new-job-button.tsx'
import { SortSelect } from '#web/parts/jobs/sort-select.tsx'
import { useKeys } from '#web/parts/keyboard/single-keys.ts'
import { Page } from '#web/parts/page.tsx'
import { openPalette } from '#web/parts/palette/open.ts'
import { phone } from '#web/parts/phone.ts'
import { useJobsPage } from '#web/queries.ts'
import { addressOf, askedFor, hasFilters, type JobsView, noFilters, viewIn, withoutCounted } from './jobs-address.ts'
import styles from './jobs-screen.module.css'

/** The jobs list; its filters, order and page are in the address. */
export function JobsScreen() {
  // A job opens at once, and also where the connection has gone meanwhile.
  useEffect(() => {
    loadDialogs()
    void import('./job-screen.tsx')
    void import('#web/parts/job/history-rail.tsx')
    void import('./waiting-screen.tsx')
  }, [])
  const { userRole } = useUser()
  const [address, setAddress] = useSearchParams()
  const view = viewIn(address)
  const [settled] = useDebouncedValue(addressOf(view).toString(), 300, { leading: true })
  const page = useJobsPage(askedFor(viewIn(new URLSearchParams(settled))))
  const onPhone = useMediaQuery(phone, undefined, { getInitialValueInEffect: false })
  const [filtersOpen, setFiltersOpen] = useState(!onPhone)
  const [creating, setCreating] = useState(false)
  const [editing, setEditing] = useState<JobRow>()
  const [warned, setWarned] = useState<JobRow>()
  const [scheduled, setScheduled] = useState<JobRow>()
  const go = (to: JobsView) => setAddress(addressOf(to))
  const apply = (filters: typeof noFilters) => go({ ...view, ...filters, page: 1 })
  const { sort: _sort, direction: _direction, page: _page, ...filters } = view
  const total = page.data?.totalResults
  const filtersInUse = hasFilters({ ...filters, among: '' })
  const counted = (
    <CountedChip view={onPhone ? { ...view, among: '' } : view} onClear={() => go(withoutCounted(view))} />
  )
  const { page: _shown, ...exported } = askedFor(view)
  const exporting = (
    <ExportButton of="jobs" path={paths.exportJobs} query={exported} {...(onPhone ? { icon: 'touch' } : {})} />
  )
  const count = total !== undefined && (
    <span className={styles.count}>{total === 1 ? '1 job' : `${total.toLocaleString('en-GB')} jobs`}</span>
  )
  const create = may.createJob(userRole) && <NewJobButton onCreate={() => setCreating(true)} />
  const panel = filtersOpen && (
    <Filters key={JSON.stringify(filters)} role={userRole} applied={filters} onApply={apply} />
  )
  const inUse = (
    <span className={styles.on}>
      <span className="sr"> in use</span>
    </span>
  )
  const phoneActions = (
    <span className={styles.icons}>
      <ActionIcon variant="subtle" color="gray" size={44} aria-haspopup="dialog" onClick={openPalette}>
        <IconSearch size={22} stroke={1.75} aria-hidden />
        <span className="sr">Search</span>
      </ActionIcon>
      {exporting}
      <ActionIcon
        className={styles.filters}
        variant="subtle"
        color="gray"
        size={44}
        aria-expanded={filtersOpen}
        onClick={() => setFiltersOpen(!filtersOpen)}
      >
        <IconAdjustmentsHorizontal size={22} stroke={1.75} aria-hidden />
        <span className="sr">Filters</span>
        {filtersInUse && inUse}
      </ActionIcon>
    </span>
  )
  useKeys({
    '/': () => {
      setFiltersOpen(true)
      requestAnimationFrame(() => document.querySelector<HTMLElement>(`#${searchField}`)?.focus())
    },
    ...(may.createJob(userRole) ? { n: () => setCreating(true) } : {}),
  })
  return (
    <Page title="Site Management" phoneTitle="Jobs" phoneActions={onPhone && phoneActions}>
      <QueueStrip />
      {onPhone ? (
        <>
          {panel}
          <JobChips view={view} onView={go} />
          {filtersInUse && (
            <div className={styles.bar}>
              {counted}
              {count}
            </div>
          )}
          <div className={styles.bar}>
            <SortSelect view={view} onView={go} />
            {create}
          </div>
          <InstallOnce />
        </>
      ) : (
        <>
          <div className={styles.bar}>
            <Button
              variant="default"
              leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
              aria-expanded={filtersOpen}
              onClick={() => setFiltersOpen(!filtersOpen)}
            >
              Filters
              {filtersInUse && inUse}
            </Button>
            {count}
            {counted}
            <div className={styles.create}>
              {exporting}
              {create}
            </div>
          </div>
          {panel}
        </>
      )}
      <JobsList
        page={page}
        view={view}
        role={userRole}
        cards={onPhone}
        onView={go}
        onClear={() => apply(noFilters)}
        onCreate={() => setCreating(true)}
        onWarning={setWarned}
        onEdit={setEditing}
        onSchedule={setScheduled}
      />
      <NewJob opened={creating} onClose={() => setCreating(false)} />
      {editing && <EditJob jobId={editing.jobId} onClose={() => setEditing(undefined)} />}
      {scheduled && <ScheduleOfRow jobId={scheduled.jobId} onClose={() => setScheduled(undefined)} />}
      {warned && <WarningDialog jobId={warned.jobId} onClose={() => setWarned(undefined)} />}
    </Page>
  )
}
