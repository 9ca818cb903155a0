import { IconHistory, IconX } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useMemo } from 'react'
import type { Job } from '#core/job/job.ts'
import { momentOf, momentsOf } from '#web/features/history/history-moments.ts'
import { momentIn } from '#web/features/history/history-times.ts'
import { hasSignatures } from '#web/features/signature/has-signatures.ts'
import { SignatureList } from '#web/features/signature/signature-list.tsx'
import { HistoryLoading } from '#web/screens/job/history-loading.tsx'
import { useJobAsOf } from '#web/sync/reads/job-history/as-of.ts'
import { useJobHistory } from '#web/sync/reads/job-history/use-job-history.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { Card } from '#web/ui/card.tsx'
import { StatusBadge } from '#web/ui/marks/status-badge.tsx'
import { WarningTag } from '#web/ui/marks/warning-tag.tsx'
import { useRootMark } from '#web/ui/root-mark.ts'
import { EmptyState } from '#web/ui/states/empty-state.tsx'
import { ReadFailed } from '#web/ui/states/read-failed.tsx'
import { PastFacts } from './past-facts.tsx'
import { PastImages } from './past-images.tsx'
import styles from './past-job-cards.module.css'
import { PastNotes } from './past-notes.tsx'
import { PastParts } from './past-parts.tsx'
import { PastTasks } from './past-tasks.tsx'

type Props = {
  /** The current job. */
  job: Job
  version: number
  /** The part a phone shows. */
  part: 'all' | 'job' | 'notes'
  onLeave: () => void
}

/** The whole job at an entry of its history, read-only, with later changes marked. */
export function PastJobCards({ job: now, version, part, onLeave }: Props) {
  const { jobId } = now
  const asked = useJobHistory(jobId, version)
  const unreadableFrom = asked.data?.unreadableFrom
  const isAfterGap = unreadableFrom !== undefined && version >= unreadableFrom
  const history = useJobHistory(jobId, isAfterGap ? Math.max(1, unreadableFrom - 1) : version)
  const { data } = history
  const moments = useMemo(() => momentsOf(data?.events ?? []), [data])
  const isLaterUnread = (data?.later ?? 0) > 0
  const moment = momentOf(moments, version, { isLaterUnread, unreadableFrom })
  const past = useJobAsOf(jobId, data, moment?.last)
  const zone = useTimeZone()
  useEscape(onLeave)
  useRootMark('pageFoot', moment !== undefined && past.data !== undefined)
  const retry = () => {
    void history.refetch()
    if (past.data === undefined || !data?.isWhole) past.refetch()
  }
  const error = history.error ?? past.error
  if (error && !past.data) return <ReadFailed text="The history could not be loaded." error={error} onRetry={retry} />
  if (!data || history.isSeeking || past.isPending) return <HistoryLoading />
  if (!moment || !past.data) {
    const title =
      unreadableFrom === 1
        ? 'The first event of this job cannot be read, so it cannot be shown as it was.'
        : 'The history of this job has no such change.'
    return <EmptyState title={title} action={<BackToNow onLeave={onLeave} />} />
  }
  const { job: then, urls, deletedNotes } = past.data
  const unreadable = past.data.unreadableFrom ?? (isAfterGap ? unreadableFrom : undefined)
  const at = moment.recordedAt
  const notes = <PastNotes key={moment.last} then={then} deleted={deletedNotes} at={at} zone={zone} />
  const seq = data.events.find((one) => one.version === moment.last)?.seq ?? 0
  return (
    <>
      <section className={styles.banner} aria-label="As it was">
        <IconHistory size={18} stroke={1.75} aria-hidden />
        <p>
          Viewing the job as at <strong>{momentIn(at, zone)}</strong> — read only, event {moment.last} of{' '}
          {data.lastVersion}. Changes since then are marked.
          {unreadable !== undefined && ` Event ${unreadable} cannot be read: the job is shown as it was before it.`}
        </p>
        <BackToNow onLeave={onLeave} />
      </section>
      {part === 'notes' ? (
        notes
      ) : (
        <>
          <Head then={then} now={now} />
          <div className={styles.columns}>
            <div className={styles.column}>
              <PastTasks then={then} now={now} />
              <PastImages then={then} now={now} urls={urls} onBroken={retry} />
              {hasSignatures(then) && (
                <Card title="Signatures">
                  <SignatureList job={then} at={at} />
                </Card>
              )}
              {part === 'all' && notes}
            </div>
            <div className={styles.column}>
              <PastFacts then={then} now={now} at={at} zone={zone} />
              <PastParts jobRef={then.jobRef} events={data.partEvents} seq={seq} />
            </div>
          </div>
        </>
      )}
    </>
  )
}

const BackToNow = ({ onLeave }: { onLeave: () => void }) => (
  <button type="button" className={styles.back} onClick={onLeave}>
    <IconX size={16} stroke={1.75} aria-hidden />
    Back to now
  </button>
)

/** Escape returns to now, unless a dialog is open. */
function useEscape(onLeave: () => void) {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('[role="dialog"]')) return
    onLeave()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => pressed(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

const Head = ({ then, now }: { then: Job; now: Job }) => (
  <div className={styles.head}>
    <StatusBadge status={then.jobStatus} large />
    {then.jobStatus !== now.jobStatus && (
      <span className={styles.now}>
        now <StatusBadge status={now.jobStatus} />
      </span>
    )}
    <WarningTag warning={then.warning} large />
    {then.warning !== now.warning && (
      <span className={styles.now}>
        now <WarningTag warning={now.warning} />
      </span>
    )}
    {then.apartmentName !== now.apartmentName && (
      <span className={styles.now}>
        {then.apartmentName}, now {now.apartmentName}
      </span>
    )}
  </div>
)
