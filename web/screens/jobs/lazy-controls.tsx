import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import styles from './lazy-controls.module.css'

// The list is readable before its controls have loaded: they need more code than all else on the page.
export const Filters = lazyComponent(
  async () => (await import('./filters/filters.tsx')).Filters,
  <div className={styles.filters} aria-hidden />,
)
export const SortSelect = lazyComponent(
  async () => (await import('./sort-select.tsx')).SortSelect,
  <div className={styles.sort} aria-hidden />,
)
export const DashboardFilterChip = lazyComponent(
  async () => (await import('./dashboard-filter-chip.tsx')).DashboardFilterChip,
)
export const JobChips = lazyComponent(
  async () => (await import('./chips.tsx')).JobChips,
  <div className={styles.chips} aria-hidden />,
)
export const JobViews = lazyComponent(
  async () => (await import('./saved-views/views.tsx')).JobViews,
  <div className={styles.views} aria-hidden />,
)
export const JobsExport = lazyComponent(
  async () => (await import('#web/features/export/jobs-export.tsx')).JobsExport,
  ({ touch }) => <div className={styles.export} data-touch={touch || undefined} aria-hidden />,
)
/** Loaded after the list, which they say something about. */
export const ViewNotices = lazyComponent(async () => (await import('./saved-views/view-notices.tsx')).ViewNotices)
export const PhoneViews = lazyComponent(async () => (await import('./saved-views/phone-views.tsx')).PhoneViews)
/** Loaded when jobs are selected. */
export const SelectionBar = lazyComponent(async () => (await import('./selection/selection-bar.tsx')).SelectionBar)
/** Loaded when a shared view is opened. */
export const NoteOpened = lazyComponent(async () => (await import('./saved-views/note-opened.tsx')).NoteOpened)
