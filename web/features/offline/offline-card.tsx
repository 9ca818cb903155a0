import { useShallow } from 'zustand/react/shallow'
import type { Job } from '#core/job/job.ts'
import { subjectOf } from '#core/prediction/subjects.ts'
import { useLedger } from '#web/sync/ledger/ledger-store.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { useOfflineWork } from './offline-work.ts'

const OfflineComparison = lazyComponent(async () => (await import('./offline-comparison.tsx')).OfflineComparison)

type Props = { job: Job; onHistory: (() => void) | undefined }

/** After offline work on a job that others changed too: both sides' changes, and a choice for each conflict. */
export function OfflineCard(props: Props) {
  const { jobId } = props.job
  const commands = useOfflineWork((state) => state.commands[jobId])
  const refused = useLedger(
    useShallow(({ queue }) => queue.filter((one) => one.conflict && subjectOf(one.command) === jobId)),
  )
  if (!commands && refused.length === 0) return null
  return <OfflineComparison {...props} commands={commands ?? none} refused={refused} />
}

const none: readonly string[] = []
