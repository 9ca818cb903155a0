import { IconClock, IconCloudOff, IconShieldCheck, IconShieldX } from '@tabler/icons-react'
import { useState } from 'react'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import styles from './proof-badge.module.css'
import { type ProofStatus, proofLabels, proofStatus } from './proof-status.ts'
import { useJobProof } from './use-job-proof.ts'

const ProofDialog = lazyComponent(async () => (await import('./proof-dialog.tsx')).ProofDialog)

const icons: Record<ProofStatus, typeof IconClock> = {
  verified: IconShieldCheck,
  broken: IconShieldX,
  checking: IconClock,
  offline: IconCloudOff,
  failed: IconShieldX,
}
type Props = { jobId: string; seq: number }

/** Whether a job's history is unaltered; opens the details of the check. */
export function ProofBadge({ jobId, seq }: Props) {
  const [open, setOpen] = useState(false)
  const proof = useJobProof(jobId, seq)
  const shown = proofStatus(proof)
  const Icon = icons[shown]
  return (
    <>
      <button type="button" className={styles.badge} data-state={shown} onClick={() => setOpen(true)}>
        <Icon size={15} stroke={1.75} aria-hidden />
        <span className="sr">History: </span>
        {proofLabels[shown]}
      </button>
      {open && <ProofDialog proof={proof} shown={shown} jobId={jobId} onClose={() => setOpen(false)} />}
    </>
  )
}

/** The start and end of the hash of the job's last event. */
export function ProofHead({ jobId, seq }: Props) {
  const { data } = useJobProof(jobId, seq)
  if (!data) return null
  return (
    <>
      {' \u00b7 '}head{' '}
      <span className={styles.hash}>
        {data.hash.slice(0, 4)}…{data.hash.slice(-4)}
      </span>
    </>
  )
}
