import { ActionIcon, Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconAdjustmentsHorizontal, IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { JobRow } from '#core/projections/job-row.ts'
import { paths } from '#core/wire/paths.ts'
import { useUser } from '#web/client/use-user.ts'
import { ExportButton } from '#web/features/export/export-button.tsx'
import { InstallOnce } from '#web/features/install/install-once.tsx'
import {
  EditJob,
  NewJob,
  preloadJobDialogs,
  ScheduleJob,
  WarningDialog,
} from '#web/features/job-dialogs/lazy-job-dialogs.tsx'
import { useKeys } from '#web/features/keyboard/single-keys.ts'
import {
  addressOf,
  askedFor,
  filtersOf,
  hasFilters,
  type JobFilters,
  noFilters,
  viewIn,
  withoutCounted,
} from '#web/features/navigation/jobs-address.ts'
import { rememberJobsList } from '#web/features/navigation/last-jobs-list.ts'
import { QueueStrip } from '#web/features/offline/queue-strip.tsx'
import { openPalette } from '#web/features/palette/palette-open.ts'
import { Page } from '#web/frame/page.tsx'
import { useJobsPage } from '#web/sync/reads/jobs.ts'
import { useMay } from '#web/sync/rights.ts'
import { counted } from '#web/ui/number-format.ts'
import { useIsPhone } from '#web/ui/use-is-phone.ts'
import styles from './jobs-screen.module.css'
import {
  DashboardFilterChip,
  Filters,
  JobChips,
  JobsExport,
  JobViews,
  NoteOpened,
  PhoneViews,
  SelectionBar,
  SortSelect,
  ViewNotices,
} from './lazy-controls.tsx'
import { JobsList } from './list.tsx'
import { NewJobButton } from './new-job-button.tsx'
import { useShownList } from './saved-views/use-shown-list.ts'
import { addressFrom } from './saved-views/view-address.ts'
import { useSelection } from './selection/use-selection.ts'

/** The jobs list. Its filters, order and page are in the address. */
export function JobsScreen() {
  useEffect(preloadJobDialogs, [])
  const { userRole } = useUser()
  const shown = useShownList()
  const { list: view, saved, missing, go, open } = shown
  const remembered = addressFrom(view, saved).toString()
  useEffect(() => {
    if (!missing) rememberJobsList(remembered)
  }, [remembered, missing])
  const listed = addressOf(view).toString()
  const [settled] = useDebouncedValue(listed, 300, { leading: true })
  const page = useJobsPage(askedFor(viewIn(new URLSearchParams(settled))), missing !== 'being read')
  const onPhone = useIsPhone()
  const [filtersOpen, setFiltersOpen] = useState(!onPhone)
  const [toSearch, setToSearch] = useState(false)
  const [creating, setCreating] = useState(false)
  const [editing, setEditing] = useState<JobRow>()
  const [warned, setWarned] = useState<JobRow>()
  const [scheduled, setScheduled] = useState<JobRow>()
  const apply = (chosen: JobFilters, follows?: boolean) => go((now) => ({ ...now, ...chosen, page: 1 }), follows)
  const filters = filtersOf(view)
  const total = page.data?.totalResults
  const selection = useSelection(JSON.stringify(filters))
  const filtersInUse = hasFilters({ ...filters, among: '' })
  const { page: _shown, ...exported } = askedFor(view)
  const exporting = useMay('seePrices') ? (
    <JobsExport query={exported} touch={onPhone} />
  ) : (
    <ExportButton of="jobs" path={paths.exportJobs} query={exported} {...(onPhone ? { icon: 'touch' } : {})} />
  )
  const mayCreate = useMay('createJob')
  const create = mayCreate && <NewJobButton onCreate={() => setCreating(true)} />
  const panel = filtersOpen && (
    <Filters
      role={userRole}
      applied={filters}
      columns={onPhone ? undefined : view.columns}
      onColumns={(columns) => go((now) => ({ ...now, columns }))}
      onApply={apply}
      focusSearch={toSearch}
      onSearchFocused={() => setToSearch(false)}
    />
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
      setToSearch(true)
    },
    ...(mayCreate ? { n: () => setCreating(true) } : {}),
  })
  return (
    <Page title="Site Management" phoneTitle="Jobs" phoneActions={onPhone && phoneActions}>
      <QueueStrip />
      {onPhone ? (
        <>
          {panel}
          <JobChips view={view} onView={open} />
          <PhoneViews shown={shown} isListed={page.data !== undefined} />
          {filtersInUse && (
            <div className={styles.bar}>
              <DashboardFilterChip view={{ ...view, among: '' }} onClear={() => go(withoutCounted)} />
            </div>
          )}
          <div className={styles.bar}>
            <SortSelect view={view} onView={go} />
            {create}
          </div>
          <InstallOnce />
          <div className={styles.bar}>
            {total !== undefined && <span className={styles.count}>{counted(total, 'job')}</span>}
            {total !== undefined && total > 0 && !selection.selected && (
              <button type="button" className={styles.select} onClick={() => selection.change((now) => now)}>
                Select
              </button>
            )}
          </div>
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
            <JobViews role={userRole} shown={shown} isListed={page.data !== undefined} />
            <div className={styles.create}>
              {exporting}
              {create}
            </div>
          </div>
          {panel}
        </>
      )}
      {(missing === 'gone' || view.person || view.agency) && <ViewNotices list={view} isGone={missing === 'gone'} />}
      {saved?.isShared && <NoteOpened view={saved} />}
      <JobsList
        page={page}
        view={view}
        role={userRole}
        cards={onPhone}
        selection={selection}
        onView={go}
        onClear={() => apply(noFilters)}
        onCreate={() => setCreating(true)}
        onWarning={setWarned}
        onEdit={setEditing}
        onSchedule={setScheduled}
      />
      {selection.selected && (
        <SelectionBar
          chosen={selection.selected.chosen}
          change={selection.change}
          asked={askedFor(view)}
          total={total ?? 0}
          role={userRole}
        />
      )}
      <NewJob opened={creating} onClose={() => setCreating(false)} />
      {editing && <EditJob jobId={editing.jobId} onClose={() => setEditing(undefined)} />}
      {scheduled && <ScheduleJob jobId={scheduled.jobId} onClose={() => setScheduled(undefined)} />}
      {warned && <WarningDialog jobId={warned.jobId} onClose={() => setWarned(undefined)} />}
    </Page>
  )
}
