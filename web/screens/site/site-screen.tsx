import { Button } from '@mantine/core'
import { IconArrowsJoin, IconNavigation, IconPencil, IconPhone, IconPlus } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { tenantsToCall } from '#core/site/tenants-to-call.ts'
import type { SiteAnswer } from '#core/wire/jobs/sites.ts'
import { errorMessage } from '#web/client/error-message.ts'
import { CallFailure } from '#web/client/request.ts'
import { NewJob } from '#web/features/job-dialogs/lazy-job-dialogs.tsx'
import { MergeDialog, preloadSiteDialogs, SiteDialog } from '#web/features/site/lazy-site-dialogs.tsx'
import { dialledNumber } from '#web/features/visit/dialled-number.ts'
import { directionsTo } from '#web/features/visit/directions.ts'
import { addressLine, destinationOf } from '#web/features/visit/way-to-site.ts'
import { Page } from '#web/frame/page.tsx'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { useSite } from '#web/sync/reads/sites/site-reads.ts'
import { useMay } from '#web/sync/rights.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { EmptyState } from '#web/ui/states/empty-state.tsx'
import { SkeletonRows } from '#web/ui/states/loading.tsx'
import { ReadState } from '#web/ui/states/read-state.tsx'
import { useToday } from '#web/ui/time/today.ts'
import { useIsPhone } from '#web/ui/use-is-phone.ts'
import { Contacts } from './contacts.tsx'
import styles from './site.module.css'
import { SiteFacts } from './site-facts.tsx'
import { SiteJobs } from './site-jobs.tsx'

const SiteDeadlines = lazyComponent(async () => (await import('./site-deadlines.tsx')).SiteDeadlines)
const SiteFiles = lazyComponent(async () => (await import('./site-files.tsx')).SiteFiles)
const SiteReports = lazyComponent(async () => (await import('./site-reports.tsx')).SiteReports)
const SiteRecurring = lazyComponent(async () => (await import('./site-recurring.tsx')).SiteRecurring)
const SitePhotos = lazyComponent(async () => (await import('./site-photos.tsx')).SitePhotos)

/** Without the schemas, which no page loads for this alone. */
const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

const back = { to: '/address-book', name: 'Back to the address book' }

/** A site: how to get there and in, whom to call, and its jobs over time. */
export function SiteScreen() {
  const { siteId = '' } = useParams()
  return isId(siteId) ? <KnownSite key={siteId} siteId={siteId} /> : <NoSite />
}

function KnownSite({ siteId }: { siteId: string }) {
  const site = useSite(siteId)
  if (site.error instanceof CallFailure && site.error.status === 404) return <NoSite />
  return site.data ? (
    <SitePage answer={site.data} />
  ) : (
    <Page title="Site" back={back}>
      <ReadState
        read={site}
        failed={(error) => `Failed to load the site: ${errorMessage(error)}`}
        offline="You’re offline, and this site hasn’t been loaded on this device yet."
        skeleton={<SkeletonRows rows={8} columns={{ fact: 120, value: 260 }} />}
      >
        {() => null}
      </ReadState>
    </Page>
  )
}

const NoSite = () => (
  <Page title="Site" back={back}>
    <EmptyState title="Site not found." text="It may belong to another company, or the link may be incomplete." />
  </Page>
)

function SitePage({ answer }: { answer: SiteAnswer }) {
  const { site } = answer
  const onPhone = useIsPhone()
  const navigate = useNavigate()
  const [opened, setOpened] = useState<'edit' | 'merge' | 'job'>()
  const close = () => setOpened(undefined)
  const mayEdit = useMay('editJob') && site.mergedInto === undefined
  const mayCreate = useMay('createJob') && site.mergedInto === undefined
  const seesOffice = useMay('seeOfficeFacts')
  const today = useToday(useTimeZone())
  useEffect(() => {
    if (!mayEdit) return
    preloadSiteDialogs()
    NewJob.preload()
  }, [mayEdit])
  const [tenant] = tenantsToCall(site, today)
  const route = (
    <Button
      component="a"
      variant="default"
      href={directionsTo(destinationOf(site))}
      target="_blank"
      rel="noreferrer"
      leftSection={<IconNavigation size={16} aria-hidden />}
    >
      Directions<span className="sr"> to {site.name}, opens in a new tab</span>
    </Button>
  )
  const here = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpened('job')} fullWidth={onPhone}>
      New Job here
    </Button>
  )
  return (
    <Page title={site.name} back={back} phoneFoot={onPhone && mayCreate ? here : undefined}>
      <Actions line={addressLine(site)}>
        {route}
        {onPhone && tenant && (
          <Button
            component="a"
            variant="default"
            href={`tel:${dialledNumber(tenant.telephone)}`}
            leftSection={<IconPhone size={16} aria-hidden />}
          >
            Call tenant<span className="sr"> {tenant.name}</span>
          </Button>
        )}
        {mayEdit && (
          <>
            <Button
              variant="default"
              leftSection={<IconArrowsJoin size={16} aria-hidden />}
              onClick={() => setOpened('merge')}
            >
              Merge
            </Button>
            <Button
              variant="default"
              leftSection={<IconPencil size={16} aria-hidden />}
              onClick={() => setOpened('edit')}
            >
              Edit Site
            </Button>
          </>
        )}
        {!onPhone && mayCreate && here}
      </Actions>
      <div className={styles.columns}>
        <div className={styles.column}>
          <SiteFacts answer={answer} />
          {!onPhone && <SiteJobs siteId={site.siteId} />}
          {!onPhone && <SitePhotos siteId={site.siteId} />}
        </div>
        <div className={styles.column}>
          {seesOffice && site.mergedInto === undefined && <SiteDeadlines siteId={site.siteId} />}
          <Contacts site={site} mayEdit={mayEdit} />
          {site.mergedInto === undefined && <SiteFiles answer={answer} />}
          {seesOffice && site.mergedInto === undefined && <SiteRecurring site={site} />}
          {seesOffice && site.mergedInto === undefined && <SiteReports site={site} />}
          {onPhone && <SiteJobs siteId={site.siteId} />}
          {onPhone && <SitePhotos siteId={site.siteId} />}
        </div>
      </div>
      {opened === 'edit' && <SiteDialog of={answer} onClose={close} />}
      {opened === 'merge' && (
        <MergeDialog site={site} onClose={close} onMerged={(into) => navigate(`/site/${into}`, { replace: true })} />
      )}
      {mayCreate && <NewJob key={site.name} opened={opened === 'job'} site={site.name} onClose={close} />}
    </Page>
  )
}

const Actions = ({ line, children }: { line: string; children: ReactNode }) => (
  <div className={styles.actions}>
    <p className={styles.line}>{line}</p>
    <div className={styles.buttons}>{children}</div>
  </div>
)
