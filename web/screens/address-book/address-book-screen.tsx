import { ActionIcon, Button } from '@mantine/core'
import { IconArrowsJoin, IconPlus } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { type NavigateOptions, useNavigate } from 'react-router'
import { isOffice } from '#core/model/access.ts'
import { paths } from '#core/wire/paths.ts'
import { useUser } from '#web/client/use-user.ts'
import { ExportButton } from '#web/features/export/export-button.tsx'
import { useKeys } from '#web/features/keyboard/single-keys.ts'
import { preloadSiteDialogs, SiteDialog } from '#web/features/site/lazy-site-dialogs.tsx'
import { Page } from '#web/frame/page.tsx'
import { type AskedSites, useSitesPage } from '#web/sync/reads/sites/site-reads.ts'
import { useMay } from '#web/sync/rights.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { FoundCount } from '#web/ui/fields/found-count.tsx'
import { counted } from '#web/ui/number-format.ts'
import { useAddress } from '#web/ui/use-address.ts'
import { useIsPhone } from '#web/ui/use-is-phone.ts'
import { addressOf, askedIn } from './sites-address.ts'
import { SitesBar } from './sites-bar.tsx'
import { SitesList } from './sites-list.tsx'
import { useNearMe } from './use-near-me.ts'

const AlikeDialog = lazyComponent(async () => (await import('./alike-dialog.tsx')).AlikeDialog)

/** All sites of the company. Search, filters, order and page are in the address. */
export function AddressBookScreen() {
  const office = isOffice(useUser().userRole)
  const [address, changeAddress] = useAddress()
  const navigate = useNavigate()
  const onPhone = useIsPhone()
  const asked = askedIn(address, office)
  const nearMe = useNearMe()
  const near = onPhone ? nearMe.near : undefined
  // The page in the address is that of what is shown; the filters count all sites meanwhile.
  const page = useSitesPage({ ...asked, ...(near === undefined ? {} : { page: 1 }), counts: 'yes' })
  const { filter: _filter, direction: _direction, ...found } = asked
  const nearest = useSitesPage({ ...found, ...(near === undefined ? {} : { near }) }, near !== undefined)
  const shown = near === undefined ? page : nearest
  const [opened, setOpened] = useState<'new' | 'alike'>()
  const mayEdit = useMay('editJob')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (mayEdit) preloadSiteDialogs()
  }, [mayEdit])
  const ask = (change: Partial<AskedSites>, entry?: NavigateOptions) =>
    changeAddress((current) => addressOf({ ...askedIn(current, office), page: 1, ...change }), entry)
  const [add, join] = [() => setOpened('new'), () => setOpened('alike')]
  useKeys({ '/': () => field.current?.focus(), ...(mayEdit ? { n: add } : {}) })
  const total = shown.data?.totalResults
  const { page: _, ...exported } = asked
  return (
    <Page
      title="Address Book"
      detail={onPhone && total !== undefined ? counted(total, 'site') : undefined}
      phoneActions={
        mayEdit && (
          <>
            <ActionIcon variant="subtle" color="gray" size={44} onClick={join}>
              <IconArrowsJoin size={22} stroke={1.75} aria-hidden />
              <span className="sr">Find duplicates</span>
            </ActionIcon>
            <ActionIcon variant="subtle" color="gray" size={44} onClick={add}>
              <IconPlus size={22} stroke={1.75} aria-hidden />
              <span className="sr">New Site</span>
            </ActionIcon>
          </>
        )
      }
    >
      <SitesBar {...{ field, asked, onPhone, nearMe }} found={page.data} isOffice={office} onAsk={ask}>
        {mayEdit && (
          <Button variant="default" px={9} title="Find duplicates" onClick={join}>
            <IconArrowsJoin size={18} stroke={1.75} aria-hidden />
            <span className="sr">Find duplicates</span>
          </Button>
        )}
        <ExportButton of="sites" path={paths.exportSites} query={exported} />
        {mayEdit && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
            New Site
          </Button>
        )}
      </SitesBar>
      <FoundCount count={asked.search && !shown.isPlaceholderData ? total : undefined} of="site" />
      <SitesList page={shown} asked={asked} cards={onPhone} near={near !== undefined} onAsk={ask} />
      {opened === 'new' && (
        <SiteDialog onClose={() => setOpened(undefined)} onAdded={(siteId) => navigate(`/site/${siteId}`)} />
      )}
      {opened === 'alike' && <AlikeDialog onClose={() => setOpened(undefined)} />}
    </Page>
  )
}
