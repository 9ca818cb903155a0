import type { Job } from '#core/job/job.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { useOfflineWork } from './offline-work.ts'

const OfflineComparison = lazyComponent(async () => (await import('./offline-comparison.tsx')).OfflineComparison)

type Props = { job: Job; onHistory: (() => void) | undefined }

/** After work without a connection that met somebody else's: what both did, and which value of the same field stays. */
export function OfflineCard(props: Props) {
  const commands = useOfflineWork((state) => state.commands[props.job.jobId])
  return commands && <OfflineComparison {...props} commands={commands} />
}
