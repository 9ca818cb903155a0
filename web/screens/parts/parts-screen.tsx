import { ActionIcon, Button } from '@mantine/core'
import { IconClockExclamation, IconPlus, IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { NavigateOptions } from 'react-router'
import type { Part } from '#core/part/part.ts'
import { paths } from '#core/wire/paths.ts'
import { ExportButton } from '#web/features/export/export-button.tsx'
import { useKeys } from '#web/features/keyboard/single-keys.ts'
import { QueueStrip } from '#web/features/offline/queue-strip.tsx'
import { PartDialog } from '#web/features/part/lazy-part-dialog.tsx'
import { Page } from '#web/frame/page.tsx'
import { usePartsPage } from '#web/sync/reads/parts.ts'
import { useMay } from '#web/sync/rights.ts'
import { FoundCount } from '#web/ui/fields/found-count.tsx'
import { counted } from '#web/ui/number-format.ts'
import { useAddress } from '#web/ui/use-address.ts'
import { useIsPhone } from '#web/ui/use-is-phone.ts'
import { PartChips } from './chips.tsx'
import { DeletePart } from './delete-part.tsx'
import { PartsList } from './list.tsx'
import { askedParts, partsAddressOf, partsViewIn } from './parts-address.ts'
import styles from './parts-screen.module.css'
import { PartSearch, partSearchField } from './search.tsx'

/** The Parts Book. Its search, filter, order and page are in the address. */
export function PartsScreen() {
  // Preloaded once the list is shown, so that it also opens offline.
  useEffect(PartDialog.preload, [])
  const onPhone = useIsPhone()
  const usual = onPhone ? 'due' : 'purchaseDate'
  const [address, changeAddress] = useAddress()
  const view = partsViewIn(address, usual)
  const page = usePartsPage(askedParts(view))
  const [searching, setSearching] = useState(false)
  const [editing, setEditing] = useState<Part | 'new'>()
  const [deleting, setDeleting] = useState<Part>()
  const go = (change: (now: typeof view) => typeof view, entry?: NavigateOptions) =>
    changeAddress((current) => partsAddressOf(change(partsViewIn(current, usual)), usual), entry)
  const mayWork = useMay('work')
  const add = () => setEditing('new')
  const { page: _, ...exported } = askedParts(view)
  const counts = page.data?.counts
  const total = page.data?.totalResults
  useKeys({
    '/': () => {
      setSearching(true)
      requestAnimationFrame(() => document.querySelector<HTMLElement>(`#${partSearchField}`)?.focus())
    },
    ...(mayWork ? { n: add } : {}),
  })
  const search = (
    <PartSearch
      applied={view.search}
      onSearch={(term, entry) => {
        // A field that is cleared on a phone would otherwise go, and the focus with it.
        setSearching(true)
        go((now) => ({ ...now, search: term, page: 1 }), entry)
      }}
    />
  )
  const phoneActions = (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        aria-expanded={searching}
        onClick={() => setSearching(!searching)}
      >
        <IconSearch size={22} stroke={1.75} aria-hidden />
        <span className="sr">Search parts</span>
      </ActionIcon>
      {mayWork && (
        <ActionIcon variant="subtle" color="gray" size={44} onClick={add}>
          <IconPlus size={22} stroke={1.75} aria-hidden />
          <span className="sr">Add New Part</span>
        </ActionIcon>
      )}
    </>
  )
  return (
    <Page title="Parts Management" phoneTitle="Parts" phoneActions={phoneActions}>
      <QueueStrip />
      {onPhone ? (
        <>
          {(searching || view.search) && search}
          <PartChips
            chosen={view.filter}
            counts={counts}
            onChoose={(filter) => go((now) => ({ ...now, filter, page: 1 }))}
          />
        </>
      ) : (
        <div className={styles.bar}>
          {search}
          {total !== undefined && <span className={styles.count}>{counted(total, 'part')}</span>}
          {(view.filter === 'late' || Boolean(counts?.late)) && (
            <button
              type="button"
              className={styles.late}
              aria-pressed={view.filter === 'late'}
              onClick={() => go((now) => ({ ...now, filter: now.filter === 'late' ? '' : 'late', page: 1 }))}
            >
              <IconClockExclamation size={16} stroke={1.75} aria-hidden />
              {counts?.late ?? 0} late
            </button>
          )}
          <span className={styles.add}>
            <ExportButton of="parts" path={paths.exportParts} query={exported} />
          </span>
          {mayWork && <Button onClick={add}>+ Add New Part</Button>}
        </div>
      )}
      <FoundCount count={view.search && !page.isPlaceholderData ? total : undefined} of="part" />
      <PartsList
        page={page}
        view={view}
        cards={onPhone}
        onView={go}
        onAdd={add}
        onEdit={setEditing}
        onDelete={setDeleting}
      />
      {editing && (
        <PartDialog {...(editing === 'new' ? {} : { part: editing })} onClose={() => setEditing(undefined)} />
      )}
      {deleting && <DeletePart part={deleting} opened onClose={() => setDeleting(undefined)} />}
    </Page>
  )
}
