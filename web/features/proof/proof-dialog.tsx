import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { HistoryEntry } from '#core/history/history.ts'
import type { JobProofAnswer } from '#core/wire/proof.ts'
import { momentIn } from '#web/features/history/history-times.ts'
import { useJobHistory, useOlderUntil } from '#web/sync/reads/job-history/use-job-history.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { counted, numberText } from '#web/ui/number-format.ts'
import styles from './proof-dialog.module.css'
import { type ProofStatus, proofLabels } from './proof-status.ts'

type Props = {
  proof: UseQueryResult<JobProofAnswer>
  shown: ProofStatus
  jobId: string
  onClose: () => void
}

/** What was checked in a job's history, and what the result means. */
export function ProofDialog({ proof, shown, jobId, onClose }: Props) {
  const { data, isFetching, fetchStatus, refetch } = proof
  const away = fetchStatus === 'paused'
  return (
    <Dialog
      opened
      onClose={onClose}
      title={proofLabels[shown]}
      size={520}
      footer={
        <>
          <Button variant="default" onClick={() => refetch()} disabled={away || isFetching}>
            Check again
          </Button>
          <Button onClick={onClose} data-autofocus>
            Close
          </Button>
        </>
      }
    >
      <p className={shown === 'broken' ? styles.broken : undefined} role={shown === 'broken' ? 'alert' : undefined}>
        {meanings[shown]}
        {data?.brokenAt !== undefined && <BrokenAt seq={data.brokenAt} jobId={jobId} />}
      </p>
      {away && data && <p className={styles.away}>You’re offline. This is the result of the last check.</p>}
      {data && <Facts proof={data} />}
      <p className={styles.explained}>
        Every event includes the hash of the one before it, so changing, removing or inserting one breaks every hash
        after it. The ledger’s head is signed every hour. An evidence pack contains everything others need to check this
        without Fettle.
      </p>
    </Dialog>
  )
}

const meanings: Record<ProofStatus, string> = {
  verified: 'Every event of this job is exactly as recorded. None has been removed or inserted.',
  checking: 'The events of this job are exactly as recorded. The rest of the ledger is still being checked.',
  broken: 'The history was altered outside Fettle. Please tell the person who runs Fettle for your company.',
  offline: 'You’re offline. The history will be checked on the server when you’re back online.',
  failed: 'The history could not be checked. Please try again.',
}

/** Tells the first altered event, once the job's history is read back to it. */
function BrokenAt({ seq, jobId }: { seq: number; jobId: string }) {
  const history = useJobHistory(jobId)
  const entries = history.data?.entries ?? []
  const isReached = entries.some((one) => one.seq <= seq)
  useOlderUntil(isReached, history)
  return isReached || history.data?.isWhole ? ` ${brokenSentence(seq, entries)}` : null
}

/** The first altered event, if it is one of the job's. */
function brokenSentence(seq: number, entries: readonly HistoryEntry[]) {
  const entry = entries.find((one) => one.seq === seq)
  return entry
    ? `The first altered event is event ${entry.version} of this job: \u201c${entry.sentence}\u201d.`
    : `The first altered entry is entry ${numberText(seq)} of the company\u2019s ledger, which does not belong to this job.`
}

function Facts({ proof: { events, hash, head, signedHead, state, checkedUpTo } }: { proof: JobProofAnswer }) {
  const zone = useTimeZone()
  return (
    <dl className={styles.facts}>
      <dt>Events</dt>
      <dd>{counted(events, 'event')} of this job</dd>
      <dt>Last hash</dt>
      <dd className={styles.hash}>{hash}</dd>
      <dt>Ledger</dt>
      <dd>
        {state === 'checking'
          ? `checked up to entry ${numberText(checkedUpTo)} of ${numberText(head.seq)}`
          : `entries 1 to ${numberText(head.seq)}`}
      </dd>
      <dt>Signed head</dt>
      <dd>
        {signedHead ? `entry ${numberText(signedHead.seq)}, ${momentIn(signedHead.signedAt, zone)}` : 'not signed yet'}
        {signedHead && <span className={styles.hash}>key {signedHead.keyId}</span>}
      </dd>
    </dl>
  )
}
