import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProjectionOverview } from '#core/wire/projections.ts'
import { type Act, ask } from '#web/sync/reads/projections.ts'
import { toast } from '#web/ui/states/toast.tsx'

/** Actions that need confirmation. */
export type ConfirmedAct = 'replay' | 'undo' | 'promote' | 'discard' | 'cancel'

export type RunActions = {
  /** The projection with a request under way. */
  busy: string | undefined
  /** The action to be confirmed. */
  confirming: { act: ConfirmedAct; of: ProjectionOverview } | undefined
  /** Asks for confirmation. */
  confirm(act: ConfirmedAct, of: ProjectionOverview): void
  /** Closes the confirmation. */
  close(): void
  run(act: Act, name: string): Promise<void>
}

/** Carries out the screen's actions, one at a time, and shows refusals. */
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
