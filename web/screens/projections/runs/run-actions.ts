import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProjectionOverview } from '#core/wire/projections.ts'
import { type Act, ask } from '#web/sync/reads/projections.ts'
import { toast } from '#web/ui/states/toast.tsx'

/** What people are asked about before it is done. */
export type ConfirmedAct = 'replay' | 'undo' | 'promote' | 'discard' | 'cancel'

export type RunActions = {
  /** Of what a call is on its way. */
  busy: string | undefined
  /** What waits for a yes. */
  confirming: { act: ConfirmedAct; of: ProjectionOverview } | undefined
  /** Asks the person first. */
  confirm(act: ConfirmedAct, of: ProjectionOverview): void
  /** Takes the question away. */
  close(): void
  run(act: Act, name: string): Promise<void>
}

/** Gives what the screen's buttons ask for, one at a time; a refusal is said as it comes. */
export function useRunActions(): RunActions {
  const queries = useQueryClient()
  const [busy, setBusy] = useState<string>()
  const [confirming, setConfirming] = useState<RunActions['confirming']>()
  return {
    busy,
    confirming,
    confirm: (act, of) => setConfirming({ act, of }),
    close: () => setConfirming(undefined),
    async run(act, name) {
      setBusy(name)
      await ask(queries, act, name)
        .catch((error: Error) => toast.failure(error.message))
        .finally(() => setBusy(undefined))
    },
  }
}
