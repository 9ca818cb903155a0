import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { HistoryEntry } from '#core/history/history.ts'
import type { JobProofAnswer } from '#core/wire/proof.ts'
import { momentIn } from '#web/features/history/history-times.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { counted, numberText } from '#web/ui/number-format.ts'
import styles from './proof-dialog.module.css'
import { type ProofStatus, proofLabels } from './proof-status.ts'

type Props = {
  proof: UseQueryResult<JobProofAnswer>
  shown: ProofStatus
  entries: readonly HistoryEntry[]
  onClose: () => void
}

/** What was checked in a job's history, and what the result means. */
export function ProofDialog({ proof, shown, entries, onClose }: Props) {
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
        {data?.brokenAt !== undefined && ` ${brokenSentence(data.brokenAt, entries)}`}
      </p>
      {away && data && <p className={styles.away}>You are offline: this is what the last check found.</p>}
      {data && <Facts proof={data} />}
      <p className={styles.explained}>
        Every event carries the hash of the one before it, so that changing, removing or inserting one breaks every hash
        after it. The ledger’s head is signed every hour. An evidence pack has all that others need to check this
        without Fettle.
      </p>
    </Dialog>
  )
}

const meanings: Record<ProofStatus, string> = {
  verified: 'Every event of this job is as it was written, and nothing was taken out or put in.',
  checking: 'The events of this job are as they were written. The ledger around them is being followed at this moment.',
  broken: 'Something in the history was changed from outside. Please tell whoever runs Fettle for you.',
  offline: 'You are offline. The history is checked on the server, as soon as there is a connection.',
  failed: 'The history could not be checked just now. Please try again.',
}

/** The first altered event, if it is one of the job's. */
function brokenSentence(seq: number, entries: readonly HistoryEntry[]) {
  const entry = entries.find((one) => one.seq === seq)
  return entry
    ? `The first event that does not hold is event ${entry.version} of this job: \u201c${entry.sentence}\u201d.`
    : `The first that does not hold is entry ${numberText(seq)} of the company\u2019s ledger, which is not of this job.`
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
          ? `followed up to entry ${numberText(checkedUpTo)} of ${numberText(head.seq)}`
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
