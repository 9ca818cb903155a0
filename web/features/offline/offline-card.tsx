import type { Job } from '#core/job/job.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { useOfflineWork } from './offline-work.ts'

const OfflineComparison = lazyComponent(async () => (await import('./offline-comparison.tsx')).OfflineComparison)

type Props = { job: Job; onHistory: (() => void) | undefined }

/** After offline work on a job that others changed too: both sides' changes, and a choice for each conflict. */
export function OfflineCard(props: Props) {
  const commands = useOfflineWork((state) => state.commands[props.job.jobId])
  return commands && <OfflineComparison {...props} commands={commands} />
}
