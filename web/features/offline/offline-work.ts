import { clear, get, set, type UseStore } from 'idb-keyval'
import { create } from 'zustand'
import { isOfJob } from '#core/prediction/subjects.ts'
import { useSession } from '#web/client/session.ts'
import { useConnectionState } from '#web/sync/connection-state.ts'
import { useLedger } from '#web/sync/ledger/ledger-store.ts'
import { strictStore } from '#web/sync/storage/strict-store.ts'

/** Each job's commands that were made offline and accepted since, until the user has seen the result. */
export const useOfflineWork = create<{ commands: Commands }>(() => ({
  commands: {},
}))

/** Collects offline commands as the server accepts them, after those of earlier visits. Returns how to stop. */
export function watchOfflineWork(): () => void {
  const started = new Date().toISOString()
  const waited = new Set<string>()
  let owner: string | undefined
  let stopped = false
  const look = () => {
    const { asker, queue, unreachable } = useLedger.getState()
    if (asker && !owner) {
      owner = `${asker.companyId}:${asker.userId}`
      void recall(owner, () => stopped)
    }
    const away = unreachable || useConnectionState.getState().state === 'offline'
    for (const { command, commandId, state, happenedAt } of queue) {
      if (!isOfJob(command)) continue
      if (state === 'waiting' && (away || happenedAt < started)) waited.add(commandId)
      if (state === 'accepted' && waited.delete(commandId)) note(command.data.jobId, commandId)
    }
  }
  const stops = [
    useLedger.subscribe(look),
    useConnectionState.subscribe(look),
    useOfflineWork.subscribe(({ commands }) => owner && !stopped && remember(owner, commands)),
    useSession.subscribe(({ state }) => state === 'signed-out' && void clear(unseen()).catch(unkept)),
  ]
  return () => {
    stopped = true
    for (const stop of stops) stop()
    useOfflineWork.setState({ commands: {} })
  }
}

type Commands = Readonly<Record<string, readonly string[]>>

/** What the user has not seen yet, by owner: it outlives a reload. */
let store: UseStore | undefined
const unseen = () => {
  store ??= strictStore('fettle-offline-work', 'commands')
  return store
}
const unkept = (error: unknown) => console.error('Offline work is not kept', error)
const remember = (owner: string, commands: Commands) => void set(owner, commands, unseen()).catch(unkept)

async function recall(owner: string, isOver: () => boolean) {
  const commands = await get<Commands>(owner, unseen()).catch(unkept)
  if (commands && !isOver()) useOfflineWork.setState((now) => ({ commands: { ...commands, ...now.commands } }))
}

const note = (jobId: string, commandId: string) =>
  useOfflineWork.setState(({ commands }) => ({
    commands: { ...commands, [jobId]: [...(commands[jobId] ?? []), commandId] },
  }))

/** The user has seen the result. */
export const seenOfflineWork = (jobId: string) =>
  useOfflineWork.setState(({ commands: { [jobId]: _, ...commands } }) => ({ commands }))
