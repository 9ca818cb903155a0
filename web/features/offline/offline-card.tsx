import { Suspense } from 'react'
import type { Job } from '#core/job/job.ts'
import { later } from '#web/ui/dialogs/lazy-component.ts'
import { useOfflineWork } from './offline-work.ts'

const Meeting = later(async () => (await import('./offline-comparison.tsx')).Meeting)

type Props = { job: Job; onHistory: (() => void) | undefined }

/** After work without a connection that met somebody else's: what both did, and which value of the same field stays. */
export function OfflineCard(props: Props) {
  const commands = useOfflineWork((state) => state.commands[props.job.jobId])
  return (
    commands && (
      <Suspense>
        <Meeting {...props} commands={commands} />
      </Suspense>
    )
  )
}
