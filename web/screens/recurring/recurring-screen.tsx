import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { RecurringItem } from '#core/wire/jobs/recurring.ts'
import { paths } from '#core/wire/paths.ts'
import { ExportButton } from '#web/features/export/export-button.tsx'
import { useKeys } from '#web/features/keyboard/single-keys.ts'
import { RecurringDialog } from '#web/features/recurring/lazy-recurring-dialog.tsx'
import { Page } from '#web/frame/page.tsx'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { useRecurring } from '#web/sync/reads/recurring/recurring-reads.ts'
import { useMay } from '#web/sync/rights.ts'
import listPage from '#web/ui/list-page.module.css'
import { counted } from '#web/ui/number-format.ts'
import { SkeletonRows } from '#web/ui/states/loading.tsx'
import { ReadState } from '#web/ui/states/read-state.tsx'
import { useToday } from '#web/ui/time/today.ts'
import { useAddress } from '#web/ui/use-address.ts'
import { useIsPhone } from '#web/ui/use-is-phone.ts'
import { JobsToCome } from './jobs-to-come.tsx'
import { RecurringList } from './recurring-list.tsx'
import { isSoon, matches, nextOf } from './recurring-order.ts'

/** All recurring work of the company, for the office. Search, filter and the work that is open are in the address. */
export function RecurringScreen() {
  const [address, changeAddress] = useAddress()
  const onPhone = useIsPhone()
  const read = useRecurring()
  const today = useToday(useTimeZone())
  const mayEdit = useMay('createJob')
  const [adding, setAdding] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const search = address.get('search') ?? ''
  const filter = address.get('filter')
  const opened = read.data?.work.find((one) => one.recurringId === address.get('work'))
  useEffect(() => {
    if (mayEdit) RecurringDialog.preload()
  }, [mayEdit])
  const change = (name: string, value: string) =>
    changeAddress((now) => {
      const next = new URLSearchParams(now)
      if (value) next.set(name, value)
      else next.delete(name)
      return next
    })
  const add = () => setAdding(true)
  useKeys({ '/': () => field.current?.focus(), ...(mayEdit ? { n: add } : {}) })
  const all = read.data?.work ?? []
  const soon = (one: RecurringItem) => isSoon(one, today)
  const paused = (one: RecurringItem) => one.state === 'paused'
  const isWanted = filter === 'soon' ? soon : filter === 'paused' ? paused : () => true
  const shown = all
    .filter((one) => matches(one, search) && isWanted(one))
    .toSorted((one, other) => (nextOf(one)?.on ?? '9999').localeCompare(nextOf(other)?.on ?? '9999'))
  const chip = (name: string, text: string, count: number) => (
    <button
      type="button"
      className={listPage.chip}
      aria-pressed={filter === name}
      onClick={() => change('filter', filter === name ? '' : name)}
    >
      {text} {read.data && <span>{count}</span>}
    </button>
  )
  return (
    <Page
      title="Recurring Work"
      phoneActions={
        mayEdit && (
          <ActionIcon variant="subtle" color="gray" size={44} onClick={add}>
            <IconPlus size={22} stroke={1.75} aria-hidden />
            <span className="sr">New Recurring Work</span>
          </ActionIcon>
        )
      }
    >
      <div className={listPage.bar}>
        <TextInput
          ref={field}
          type="search"
          className={listPage.search}
          aria-label="Search work or site"
          placeholder="Search work or site"
          leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
          maxLength={200}
          value={search}
          onChange={({ currentTarget }) => change('search', currentTarget.value)}
        />
        {chip('soon', 'Next 30 days', all.filter(soon).length)}
        {chip('paused', 'Paused', all.filter(paused).length)}
        {!onPhone && read.data && <span className={listPage.count}>{counted(all.length, 'kind')} of work</span>}
        {!onPhone && (
          <span className={listPage.end}>
            <ExportButton of="recurring work" path={paths.exportRecurring} query={{}} />
            {mayEdit && (
              <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
                New Recurring Work
              </Button>
            )}
          </span>
        )}
      </div>
      <ReadState
        read={read}
        failed={() => 'Failed to load recurring work. Please try again later.'}
        offline="You’re offline, and recurring work hasn’t been opened on this device yet."
        skeleton={<SkeletonRows rows={8} columns={{ work: 140, where: 160, often: 160, next: 110, who: 100 }} />}
      >
        {(data) => (
          <RecurringList
            work={shown}
            people={data.people}
            isFiltered={shown.length < all.length}
            mayEdit={mayEdit}
            onOpen={(recurringId) => change('work', recurringId)}
            onAdd={add}
          />
        )}
      </ReadState>
      {all.length > 0 && <JobsToCome />}
      {adding && <RecurringDialog onClose={() => setAdding(false)} />}
      {mayEdit && opened && (
        <RecurringDialog key={opened.recurringId} item={opened} onClose={() => change('work', '')} />
      )}
    </Page>
  )
}
