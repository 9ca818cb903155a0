import { IconHistory, IconX } from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import type { Job } from '#core/job/job.ts'
import { jobAt, momentIndex, momentsOf } from '#web/features/history/history-moments.ts'
import { momentIn } from '#web/features/history/history-times.ts'
import { hasSignatures } from '#web/features/signature/has-signatures.ts'
import { SignatureList } from '#web/features/signature/signature-list.tsx'
import { HistoryLoading } from '#web/screens/job/history-loading.tsx'
import { useJobHistory } from '#web/sync/reads/job.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { Card } from '#web/ui/card.tsx'
import { StatusBadge } from '#web/ui/marks/status-badge.tsx'
import { WarningTag } from '#web/ui/marks/warning-tag.tsx'
import { EmptyState } from '#web/ui/states/empty-state.tsx'
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
  const { data } = useJobHistory(now.jobId)
  const zone = useTimeZone()
  useEscape(onLeave)
  if (!data) return <HistoryLoading />
  const moments = momentsOf(data.events)
  const moment = moments[momentIndex(moments, version)]
  const then = moment && jobAt(data.events, moment.last)
  if (!then)
    return <EmptyState title="The history of this job has no such change." action={<BackToNow onLeave={onLeave} />} />
  const last = data.events.at(-1)?.version
  // The current job may have been read without its older comments.
  const whole = (last === undefined ? undefined : jobAt(data.events, last)) ?? now
  const seq = data.events.find((one) => one.version === moment.last)?.seq ?? 0
  return (
    <>
      <section className={styles.banner} aria-label="As it was">
        <IconHistory size={18} stroke={1.75} aria-hidden />
        <p>
          Viewing the job as at <strong>{momentIn(moment.recordedAt, zone)}</strong> — read only, event {moment.last} of{' '}
          {last}. Changes since then are marked.
        </p>
        <BackToNow onLeave={onLeave} />
      </section>
      {part === 'notes' ? (
        <PastNotes then={then} now={whole} zone={zone} />
      ) : (
        <>
          <Head then={then} now={now} />
          <div className={styles.columns}>
            <div className={styles.column}>
              <PastTasks then={then} now={now} />
              <PastImages then={then} now={now} urls={data.urls} />
              {hasSignatures(then) && (
                <Card title="Signatures">
                  <SignatureList job={then} />
                </Card>
              )}
              {part === 'all' && <PastNotes then={then} now={whole} zone={zone} />}
            </div>
            <div className={styles.column}>
              <PastFacts then={then} now={now} zone={zone} />
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
