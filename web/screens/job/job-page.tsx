import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCloudOff, IconEdit } from '@tabler/icons-react'
import { memo, type ReactNode, useState } from 'react'
import type { Job } from '#core/job/job.ts'
import { noteCount } from '#core/job/newest-notes.ts'
import { isOffice } from '#core/model/access.ts'
import { useUser } from '#web/client/use-user.ts'
import { JobDeadlines } from '#web/features/deadlines/job-deadlines.tsx'
import { FilesCard } from '#web/features/files/lazy-files-card.tsx'
import { ImagesCard } from '#web/features/images/images-card.tsx'
import { EditJob, WarningDialog } from '#web/features/job-dialogs/lazy-job-dialogs.tsx'
import { QueueStrip } from '#web/features/offline/queue-strip.tsx'
import { TimesCard } from '#web/features/on-site/times-card.tsx'
import { ScheduleButton } from '#web/features/schedule/schedule-button.tsx'
import { SummaryButton } from '#web/features/summary/summary-button.tsx'
import { TenantCard } from '#web/features/tenant/lazy-tenant-card.tsx'
import { Page } from '#web/frame/page.tsx'
import { useUnsent } from '#web/sync/ledger/ledger-store.ts'
import { useWaitingPhotos } from '#web/sync/photos/photo-store.ts'
import { useMay } from '#web/sync/rights.ts'
import { Card } from '#web/ui/card.tsx'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { StatusBadge } from '#web/ui/marks/status-badge.tsx'
import { WarningTag } from '#web/ui/marks/warning-tag.tsx'
import { Composer } from './cards/composer.tsx'
import { Notes } from './cards/discussion.tsx'
import { PartsCard } from './cards/lazy-parts-card.tsx'
import { Overview } from './cards/overview.tsx'
import { PhoneFoot } from './cards/phone-foot.tsx'
import { ProofCards } from './cards/proof-cards.tsx'
import { Tabs } from './cards/tabs.tsx'
import { NextVisit } from './cards/visit/next-visit.tsx'
import { PhoneVisit } from './cards/visit/phone-visit.tsx'
import { Visit } from './cards/visit/visit.tsx'
import { useChosenEntry } from './history/history-address.ts'
import { History, PastJobCards } from './history/lazy-history.tsx'
import styles from './job-page.module.css'
import { Tasks } from './tasks/tasks.tsx'

/** Loaded after the page. */
const JobNotices = lazyComponent(async () => (await import('./cards/notices/job-notices.tsx')).JobNotices)

export type JobTab = 'job' | 'notes' | 'history'
export type Width = 'desk' | 'narrow' | 'phone'
type Props = { job: Job; width: Width; tab: JobTab; onTab: (tab: JobTab) => void }

/** A job with all its cards: the history beside them on a desktop, in a tab on smaller screens. */
export const JobPage = memo(function JobPage({ job, width, tab, onTab }: Props) {
  const unsent = useUnsent(job.jobId).length + useWaitingPhotos(job.jobId)
  const tabs = [
    { tab: 'job', name: 'Job' },
    ...(width === 'phone' ? [{ tab: 'notes', name: 'Comments', count: noteCount(job) } as const] : []),
    { tab: 'history', name: 'History' },
  ] as const
  const { version, leave } = useChosenEntry()
  const shown = width === 'desk' ? 'job' : (tabs.find((one) => one.tab === tab)?.tab ?? 'job')
  return (
    <Page
      title={job.apartmentName}
      detail={job.jobRef}
      back={{ to: '/sites', name: 'Back to jobs' }}
      phoneActions={unsent > 0 && <Queued count={unsent} />}
      countsWaiting={unsent > 0}
      rail={width === 'desk' && <History jobId={job.jobId} />}
    >
      {width !== 'desk' && <Tabs label="This job" tabs={tabs} chosen={shown} onChoose={onTab} />}
      {width !== 'phone' && <QueueStrip />}
      <Panel tab={width === 'desk' ? undefined : shown}>
        {version !== undefined && shown !== 'history' && (
          <PastJobCards job={job} version={version} part={width === 'phone' ? shown : 'all'} onLeave={leave} />
        )}
        {version === undefined && shown === 'job' && (
          <>
            <JobNotices job={job} onHistory={width === 'desk' ? undefined : () => onTab('history')} />
            <JobCards job={job} width={width} />
          </>
        )}
        {version === undefined && shown === 'notes' && <Notes job={job} />}
        {shown === 'history' && <History jobId={job.jobId} phone={width === 'phone'} />}
      </Panel>
      {width === 'phone' && shown !== 'history' && <div className={styles.room} />}
      {width === 'phone' && shown !== 'history' && version === undefined && <PhoneFoot job={job} tab={shown} />}
    </Page>
  )
})

/** The same element at every width, so that turning a tablet or printing closes no dialog. */
const Panel = ({ tab, children }: { tab: JobTab | undefined; children: ReactNode }) => (
  <div {...(tab && { role: 'tabpanel', id: 'panel', 'aria-labelledby': `tab-${tab}` })}>{children}</div>
)

function JobCards({ job, width }: { job: Job; width: Width }) {
  const { userRole } = useUser()
  const phone = width === 'phone'
  const office = isOffice(userRole)
  const images = (
    <>
      <ImagesCard job={job} phone={phone} />
      <FilesCard job={job} />
    </>
  )
  return (
    <>
      <Head job={job} />
      <div className={styles.columns}>
        {phone && <PhoneVisit job={job} />}
        <div className={styles.work}>
          <JobDeadlines job={job} />
          <Tasks job={job} phone={phone} />
          <ProofCards job={job} phone={phone} desk={width === 'desk'} />
          {(office || phone) && images}
          {!phone && (
            <Card title="Discussion" detail={String(noteCount(job) || '')} className={styles.discussion}>
              <div className={styles.notes}>
                <Notes job={job} />
              </div>
              <Composer jobId={job.jobId} label="Add a comment" />
            </Card>
          )}
        </div>
        <div className={styles.facts}>
          {office && <Overview job={job} />}
          {!phone && <Visit job={job} phone={false} />}
          {office && <TenantCard job={job} />}
          <TimesCard job={job} phone={phone} />
          <NextVisit job={job} />
          <PartsCard job={job} />
        </div>
        {!office && !phone && <div className={styles.across}>{images}</div>}
      </div>
    </>
  )
}

/** Status and warning, and the actions for the whole job. */
const Head = ({ job }: { job: Job }) => (
  <div className={styles.head}>
    <StatusBadge status={job.jobStatus} large />
    <WarningTag warning={job.warning} large />
    <div className={styles.actions}>
      <SummaryButton job={job} />
      <Changes jobId={job.jobId} />
      <ScheduleAction job={job} />
    </div>
  </div>
)

/** The buttons that change the job as a whole. */
const Changes = memo(function Changes({ jobId }: { jobId: string }) {
  const [mayWork, mayEdit] = [useMay('work'), useMay('editJob')]
  const [open, setOpen] = useState<'warning' | 'edit'>()
  const close = () => setOpen(undefined)
  if (!mayWork) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconAlertTriangle size={16} stroke={1.75} aria-hidden />}
        onClick={() => setOpen('warning')}
      >
        Warning
      </Button>
      {mayEdit && (
        <Button
          variant="default"
          leftSection={<IconEdit size={16} stroke={1.75} aria-hidden />}
          onClick={() => setOpen('edit')}
        >
          Edit Job
        </Button>
      )}
      {open === 'warning' && <WarningDialog jobId={jobId} onClose={close} />}
      {open === 'edit' && <EditJob jobId={jobId} onClose={close} />}
    </>
  )
})

const ScheduleAction = ({ job }: { job: Job }) => useMay('schedule') && <ScheduleButton job={job} />

const Queued = ({ count }: { count: number }) => (
  <span className={styles.queued}>
    <IconCloudOff size={16} stroke={1.75} aria-hidden />
    {count} queued
  </span>
)
