import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconArrowsJoin, IconPlus, IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#core/wire/paths.ts'
import { ExportButton } from '#web/features/export/export-button.tsx'
import { useKeys } from '#web/features/keyboard/single-keys.ts'
import { preloadSiteDialogs, SiteDialog } from '#web/features/site/lazy-site-dialogs.tsx'
import { Page } from '#web/frame/page.tsx'
import { type AskedSites, useSitesPage } from '#web/sync/reads/sites/site-reads.ts'
import { useMay } from '#web/sync/rights.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import listPage from '#web/ui/list-page.module.css'
import { counted } from '#web/ui/number-format.ts'
import { useAddress } from '#web/ui/use-address.ts'
import { useDraft } from '#web/ui/use-draft.ts'
import { useIsPhone } from '#web/ui/use-is-phone.ts'
import { SitesList } from './sites-list.tsx'

const AlikeDialog = lazyComponent(async () => (await import('./alike-dialog.tsx')).AlikeDialog)

/** All sites of the company. Search, filter and page are in the address. */
export function AddressBookScreen() {
  const [address, changeAddress] = useAddress()
  const navigate = useNavigate()
  const onPhone = useIsPhone()
  const asked = askedIn(address)
  const page = useSitesPage(asked)
  const [opened, setOpened] = useState<'new' | 'alike'>()
  const mayEdit = useMay('editJob')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (mayEdit) preloadSiteDialogs()
  }, [mayEdit])
  const change = (next: AskedSites) => changeAddress(() => addressOf(next))
  const {
    draft,
    change: type,
    submit,
  } = useDraft(asked.search ?? '', (search) => change({ ...asked, search: search.trim(), page: 1 }))
  const openOnly = asked.filter === 'open'
  const total = page.data?.totalResults
  const add = () => setOpened('new')
  useKeys({ '/': () => field.current?.focus(), ...(mayEdit ? { n: add } : {}) })
  const { page: _, ...exported } = asked
  return (
    <Page
      title="Address Book"
      detail={onPhone && total !== undefined ? counted(total, 'site') : undefined}
      phoneActions={
        mayEdit && (
          <ActionIcon variant="subtle" color="gray" size={44} onClick={add}>
            <IconPlus size={22} stroke={1.75} aria-hidden />
            <span className="sr">New Site</span>
          </ActionIcon>
        )
      }
    >
      <div className={listPage.bar}>
        <form
          aria-label="Search sites"
          className={listPage.search}
          onSubmit={(event) => {
            event.preventDefault()
            submit(draft)
          }}
        >
          <TextInput
            ref={field}
            type="search"
            aria-label="Search sites by name, address, postcode or person"
            placeholder="Site, address, postcode, person"
            leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
            maxLength={200}
            value={draft}
            onChange={({ currentTarget }) => type(currentTarget.value)}
          />
        </form>
        <button
          type="button"
          className={listPage.chip}
          aria-pressed={openOnly}
          onClick={() => change({ ...asked, filter: openOnly ? undefined : 'open', page: 1 })}
        >
          Open jobs
        </button>
        {!onPhone && total !== undefined && <span className={listPage.count}>{counted(total, 'site')}</span>}
        <span className={listPage.end}>
          {mayEdit && (
            <Button
              variant="default"
              leftSection={<IconArrowsJoin size={16} aria-hidden />}
              onClick={() => setOpened('alike')}
            >
              Find duplicates
            </Button>
          )}
          {!onPhone && <ExportButton of="sites" path={paths.exportSites} query={exported} />}
          {!onPhone && mayEdit && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
              New Site
            </Button>
          )}
        </span>
      </div>
      <SitesList page={page} asked={asked} cards={onPhone} onPage={(number) => change({ ...asked, page: number })} />
      {opened === 'new' && (
        <SiteDialog onClose={() => setOpened(undefined)} onAdded={(siteId) => navigate(`/site/${siteId}`)} />
      )}
      {opened === 'alike' && <AlikeDialog onClose={() => setOpened(undefined)} />}
    </Page>
  )
}

function askedIn(address: URLSearchParams): AskedSites {
  const search = address.get('search')?.trim().slice(0, 200)
  const page = Number(address.get('page'))
  return {
    ...(search ? { search } : {}),
    ...(address.get('filter') === 'open' ? { filter: 'open' } : {}),
    page: Number.isSafeInteger(page) && page > 0 && page < 1_000_000 ? page : 1,
  }
}

function addressOf({ search, filter, page = 1 }: AskedSites): URLSearchParams {
  const address = new URLSearchParams()
  if (search) address.set('search', search)
  if (filter) address.set('filter', filter)
  if (page > 1) address.set('page', String(page))
  return address
}
