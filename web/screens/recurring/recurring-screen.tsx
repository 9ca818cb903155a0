import { ActionIcon, Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { RecurringItem } from '#core/wire/jobs/recurring.ts'
import { paths } from '#core/wire/paths.ts'
import { ExportButton } from '#web/features/export/export-button.tsx'
import { useKeys } from '#web/features/keyboard/single-keys.ts'
import { RecurringDialog } from '#web/features/recurring/lazy-recurring-dialog.tsx'
import { Page } from '#web/frame/page.tsx'
import { useOneRecurring } from '#web/sync/reads/recurring/recurring-reads.ts'
import { useMay } from '#web/sync/rights.ts'
import listPage from '#web/ui/list-page.module.css'
import { counted } from '#web/ui/number-format.ts'
import { SkeletonRows } from '#web/ui/states/loading.tsx'
import { ReadState } from '#web/ui/states/read-state.tsx'
import { useAddress } from '#web/ui/use-address.ts'
import { useIsPhone } from '#web/ui/use-is-phone.ts'
import { JobsToCome } from './jobs-to-come.tsx'
import styles from './recurring.module.css'
import { RecurringList } from './recurring-list.tsx'
import { useSoughtWork } from './sought-work.ts'

/** All recurring work of the company, for the office. Search, filter and the work that is open are in the address. */
export function RecurringScreen() {
  const [address, changeAddress] = useAddress()
  const onPhone = useIsPhone()
  const mayEdit = useMay('createJob')
  const [adding, setAdding] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const search = address.get('search') ?? ''
  const given = address.get('filter')
  const filter = given === 'soon' || given === 'paused' ? given : undefined
  const [sought] = useDebouncedValue(search.trim() || undefined, 300, { leading: true })
  const { read, pages, work, counts, hasMore, amongFirst } = useSoughtWork({ search: sought, filter })
  const workId = address.get('work')
  const one = useOneRecurring(workId)
  // What was read of one work alone may be older.
  const chosen = work?.find(({ recurringId }) => recurringId === workId) ?? one.data?.work
  const opened = useOpenWork(chosen)
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
  const chip = (name: 'soon' | 'paused', text: string) => (
    <button
      type="button"
      className={listPage.chip}
      aria-pressed={filter === name}
      onClick={() => change('filter', filter === name ? '' : name)}
    >
      {text} {counts && <span>{counts[name]}</span>}
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
        {chip('soon', 'Next 30 days')}
        {chip('paused', 'Paused')}
        {!onPhone && counts && <span className={listPage.count}>{counted(counts.all, 'recurring job')}</span>}
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
        read={{ ...read, data: work }}
        failed={() => 'Failed to load recurring work. Please try again later.'}
        offline="You’re offline, and recurring work hasn’t been opened on this device yet."
        skeleton={<SkeletonRows rows={8} columns={{ work: 140, where: 160, often: 160, next: 110, who: 100 }} />}
      >
        {(shown) => (
          <>
            <RecurringList
              work={shown}
              people={Object.assign({}, ...(pages ?? []).map((page) => page.people))}
              isFiltered={(counts?.all ?? 0) > 0}
              mayEdit={mayEdit}
              onOpen={(recurringId) => change('work', recurringId)}
              onAdd={add}
            />
            {amongFirst !== undefined && (
              <p role="status" className={styles.part}>
                Only the next {counted(amongFirst, 'recurring job')} are on this device.
              </p>
            )}
            {hasMore && (
              <Button
                variant="default"
                mt="md"
                loading={read.isFetchingNextPage}
                onClick={() => void read.fetchNextPage()}
              >
                Show more
              </Button>
            )}
            {read.isFetchNextPageError && <p role="alert">More could not be loaded. Please try again.</p>}
          </>
        )}
      </ReadState>
      {(counts?.all ?? 0) > 0 && <JobsToCome />}
      {adding && <RecurringDialog onClose={() => setAdding(false)} />}
      {mayEdit && opened && (
        <RecurringDialog key={opened.recurringId} item={opened} onClose={() => change('work', '')} />
      )}
    </Page>
  )
}

/** The work whose form is open. One that is stopped opens no form, but leaves one open in which somebody types. */
function useOpenWork(chosen: RecurringItem | undefined): RecurringItem | undefined {
  const [openId, setOpenId] = useState<string>()
  const isOpen = chosen !== undefined && (chosen.state !== 'stopped' || chosen.recurringId === openId)
  const nowOpen = isOpen ? chosen.recurringId : undefined
  if (nowOpen !== openId) setOpenId(nowOpen)
  return isOpen ? chosen : undefined
}
