import { useCallback, useEffect, useState } from 'react'
import type { Job } from '#core/job/job.ts'
import { dispatchRevisable } from '#web/sync/ledger/dispatch.ts'
import { useMe } from '#web/sync/reads/me.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { toast } from '#web/ui/states/toast.tsx'
import type { Tick } from './tick.ts'

const CompletionCheck = lazyComponent(async () => (await import('./completion-check.tsx')).CompletionCheck)

/** How to change a task's status. If that would complete the job without the photos that the company needs, `check` asks for them. */
export function useCompletionCheck(job: Job) {
  const photosNeeded = useMe().data?.company.photosNeeded ?? false
  const [asked, setAsked] = useState<Tick>()
  useEffect(() => {
    // Offline, the check could not be loaded when it is needed.
    if (photosNeeded) CompletionCheck.preload()
  }, [photosNeeded])
  // The same function from one rendering to the next, so that a tick does not render the other tasks.
  const tick = useCallback(
    (command: Tick) => {
      const refusal = dispatchRevisable(command, { photosNeeded })
      if (refusal?.refused === 'photos-needed') setAsked(command)
      else if (refusal) toast.failure(refusal.error)
    },
    [photosNeeded],
  )
  const check = asked && <CompletionCheck job={job} tick={asked} onClose={() => setAsked(undefined)} />
  return { tick, check }
}
