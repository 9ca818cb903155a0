import { useUser } from '#web/client/use-user.ts'
import type { JobBesidesTasks } from '#web/sync/ledger/besides-tasks.ts'
import { useUnsent } from '#web/sync/ledger/ledger-store.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { useNamesAt } from '#web/sync/reads/people.ts'
import { SignatureDrawing } from '#web/ui/signature/signature-drawing.tsx'
import { reasonNames, signerLine } from '#web/ui/signature/signature-names.ts'
import { ago } from '#web/ui/time/format-instant.ts'
import { useNow } from '#web/ui/time/use-now.ts'
import styles from './signature-list.module.css'

type Props = {
  job: JobBesidesTasks
  /** A past instant of which the job is shown, with people called as they were then. */
  at?: string
}

/** A job's signatures, and the visits without one. */
export const SignatureList = ({ job: { jobId, signatures = [], notSigned = [] }, at }: Props) => (
  <ul className={styles.signatures}>
    {signatures.map((one) => (
      <li key={one.signatureId} className={styles.signature}>
        <div className={styles.paper}>
          <SignatureDrawing strokes={one.strokes} name={one.name} />
        </div>
        <div className={styles.said}>
          <strong>{signerLine(one.name, one.signer)}</strong>
          <TakenBy jobId={jobId} of={one} at={at} />
        </div>
      </li>
    ))}
    {notSigned.map((one) => (
      <li key={one.signatureId} className={styles.said}>
        <strong>Nobody signed: {reasonNames[one.reason].toLowerCase()}</strong>
        <TakenBy jobId={jobId} of={one} at={at} />
      </li>
    ))}
  </ul>
)

type Taken = { signatureId: string; userId: string; timestamp: string }

/** Who took a signature and when, and whether it waits to be sent. */
function TakenBy({
  jobId,
  of: { signatureId, userId, timestamp },
  at,
}: {
  jobId: string
  of: Taken
  at: string | undefined
}) {
  const user = useUser()
  const nameOf = useNamesAt(at)
  const zone = useTimeZone()
  const now = useNow()
  const unsent = useUnsent(jobId).some(
    ({ command: { data } }) => 'signatureId' in data && data.signatureId === signatureId,
  )
  const who = userId === user.userId ? 'You' : nameOf(userId)
  return (
    <span className={styles.when}>
      {who && `${who} · `}
      <time dateTime={timestamp}>{ago(timestamp, now, zone)}</time>
      {unsent && <span className={styles.unsent}> · waiting to send</span>}
    </span>
  )
}
