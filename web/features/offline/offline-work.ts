import { create } from 'zustand'
import { isOfJob } from '#core/prediction/prediction.ts'
import { useConnectionState } from '#web/sync/connection-state.ts'
import { useLedger } from '#web/sync/ledger/ledger-store.ts'

/** Each job's commands that were made offline and accepted since, until the user has seen the result. */
export const useOfflineWork = create<{ commands: Readonly<Record<string, readonly string[]>> }>(() => ({
  commands: {},
}))

/** Collects offline commands as the server accepts them. Returns how to stop. */
export function watchOfflineWork(): () => void {
  const waited = new Set<string>()
  const look = () => {
    const { queue, unreachable } = useLedger.getState()
    const away = unreachable || useConnectionState.getState().state === 'offline'
    for (const { command, commandId, state } of queue) {
      if (!isOfJob(command)) continue
      if (state === 'waiting' && away) waited.add(commandId)
      if (state === 'accepted' && waited.delete(commandId)) note(command.data.jobId, commandId)
    }
  }
  const stops = [useLedger.subscribe(look), useConnectionState.subscribe(look)]
  return () => {
    for (const stop of stops) stop()
    useOfflineWork.setState({ commands: {} })
  }
}

const note = (jobId: string, commandId: string) =>
  useOfflineWork.setState(({ commands }) => ({
    commands: { ...commands, [jobId]: [...(commands[jobId] ?? []), commandId] },
  }))

/** The user has seen the result. */
export const seenOfflineWork = (jobId: string) =>
  useOfflineWork.setState(({ commands: { [jobId]: _, ...commands } }) => ({ commands }))
