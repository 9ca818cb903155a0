import { hasFilters, orderOf, wholeList } from '#web/features/navigation/jobs-address.ts'
import { useViewCounts } from '#web/sync/reads/views/view-counts.ts'
import { useMay } from '#web/sync/rights.ts'
import { PlainSelect } from '#web/ui/fields/plain-select.tsx'
import styles from './phone-views.module.css'
import { SaveView } from './save-view.tsx'
import type { ShownList } from './use-shown-list.ts'

/** The saved views on a phone, and the button that saves the list as one; nothing while there are none and nothing to save. */
export function PhoneViews({ shown, isListed }: { shown: ShownList; isListed: boolean }) {
  const { list, saved, isChanged, views, open, openSaved } = shown
  const mayWork = useMay('work')
  const countOf = useViewCounts(
    views.map((one) => one.viewId),
    isListed && views.length > 0,
  )
  const labelOf = (name: string, count: string | undefined) => (count === undefined ? name : `${name} (${count})`)
  const isWhole = !saved && !hasFilters(list) && orderOf(list) === orderOf(wholeList)
  if (isWhole && views.length === 0) return null
  return (
    <div className={styles.bar}>
      {views.length > 0 && (
        <PlainSelect
          label="Saved view"
          value={saved?.viewId ?? ''}
          onChange={(viewId) => (viewId ? openSaved(viewId) : open((now) => now))}
          options={[
            { value: '', label: 'No saved view' },
            ...views.map(({ viewId, name }) => ({ value: viewId, label: labelOf(name, countOf(viewId)) })),
          ]}
        />
      )}
      {mayWork && (
        <SaveView
          shown={shown}
          target={(opened, toggle) => (
            <button type="button" className={styles.save} aria-expanded={opened} onClick={toggle}>
              {saved && !isChanged ? 'Edit view' : 'Save view'}
            </button>
          )}
        />
      )}
    </div>
  )
}
