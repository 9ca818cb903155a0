import { useResizeObserver } from '@mantine/hooks'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import { audienceOf } from '#core/model/access.ts'
import type { Role } from '#core/model/messages.ts'
import { builtInLists } from '#core/views/jobs-list.ts'
import {
  filtersOf,
  hasFilters,
  type JobFilters,
  noFilters,
  withoutCounted,
} from '#web/features/navigation/jobs-address.ts'
import { sameFilters } from '#web/features/navigation/same-filters.ts'
import { DashboardFilterChip } from '#web/screens/jobs/dashboard-filter-chip.tsx'
import { useViewCounts } from '#web/sync/reads/views/view-counts.ts'
import { useMay } from '#web/sync/rights.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { SaveView } from './save-view.tsx'
import type { ShownList } from './use-shown-list.ts'
import styles from './views.module.css'

/** Few people have more views than fit. */
const MoreViews = lazyComponent(async () => (await import('./more-views.tsx')).MoreViews)

/** The view that these filters make; undefined if they are no view's. */
const viewOf = (role: Role, filters: JobFilters) =>
  builtInLists[audienceOf(role)].find(({ name: _, ...its }) => sameFilters({ ...noFilters, ...its }, filters))

type Props = {
  role: Role
  shown: ShownList
  /** Whether the list shows: only then are the jobs of the others counted. */
  isListed: boolean
}

/**
 * The lists that are needed daily, each a click away, and the saved ones; and the dashboard's filter where it makes none of them. What
 * does not fit is in a menu.
 */
export function JobViews({ role, shown, isListed }: Props) {
  const { list, saved, isChanged, views, open, openSaved, go } = shown
  const filters = filtersOf(list)
  const chosen = saved ? undefined : viewOf(role, filters)
  const [room, { width }] = useResizeObserver<HTMLDivElement>()
  const mayWork = useMay('work')
  const canSave = isChanged || (!saved && (hasFilters(list) || list.columns.length > 0) && !chosen)
  const inLine = fitting(views, saved, width - (canSave ? saveButton : saveIcon))
  const others = views.filter((one) => !inLine.includes(one))
  const countOf = useViewCounts(
    inLine.map((one) => one.viewId),
    isListed,
  )
  return (
    <div className={styles.bar}>
      <fieldset className={styles.views} aria-label="Which jobs">
        {builtInLists[audienceOf(role)].map(({ name, ...its }) => (
          <button
            key={name}
            type="button"
            className={styles.view}
            aria-pressed={name === chosen?.name}
            onClick={() => open((now) => ({ ...now, ...noFilters, ...its, page: 1 }))}
          >
            {name}
            <span className={styles.count}> {countOf(name)}</span>
          </button>
        ))}
      </fieldset>
      <div ref={room} className={styles.room}>
        {inLine.length > 0 && (
          <fieldset className={styles.views} aria-label="Saved views">
            {inLine.map((one) => (
              <button
                key={one.viewId}
                type="button"
                className={styles.view}
                aria-pressed={one === saved}
                title={one.isShared ? 'The office’s view' : undefined}
                onClick={() => openSaved(one.viewId)}
              >
                <span className={styles.name}>{one.name}</span>
                {one === saved && isChanged && (
                  <span className={styles.changed}>
                    <span className="sr">, changed</span>
                  </span>
                )}
                <span className={styles.count}> {countOf(one.viewId)}</span>
              </button>
            ))}
          </fieldset>
        )}
        {others.length > 0 && (
          <MoreViews name={inLine.length > 0 ? `${others.length} more` : 'Views'} views={others} onOpen={openSaved} />
        )}
        {!chosen && !saved && <DashboardFilterChip view={list} onClear={() => go(withoutCounted)} />}
        {mayWork && (
          <SaveView
            shown={shown}
            target={(opened, toggle) => (
              <button
                type="button"
                className={canSave ? styles.save : styles.icon}
                aria-expanded={opened}
                onClick={toggle}
              >
                {canSave ? (
                  'Save view'
                ) : (
                  <>
                    {saved ? <IconPencil {...icon} /> : <IconPlus {...icon} />}
                    <span className="sr">{saved ? 'Edit this view' : 'Save as a view'}</span>
                  </>
                )}
              </button>
            )}
          />
        )}
      </div>
    </div>
  )
}

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true }

/** What the button to save, the menu, and each letter of a name and what is around it, its count included, take of the room, in pixels. */
const saveButton = 108
const saveIcon = 38
const menu = 90
const letter = 7.2
const around = 44

/** The views that fit beside the others, the one that is shown among them. */
function fitting<V extends { name: string }>(views: readonly V[], saved: V | undefined, width: number): readonly V[] {
  const takes = ({ name }: V) => around + Math.min(22, name.length) * letter
  const all = views.reduce((sum, one) => sum + takes(one), 0)
  let left = all > width ? width - menu : width
  if (saved) left -= takes(saved)
  return views.filter((one) => {
    if (one === saved) return true
    left -= takes(one)
    return left >= 0
  })
}
