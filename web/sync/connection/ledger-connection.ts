import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Me, SessionUser } from '#core/wire/account/session.ts'
import { loadCode } from '#web/client/load-code.ts'
import { isLimited, useSession } from '#web/client/session.ts'
import { onLateAnswer, openDevice, wipeDevice } from '#web/sync/device/device-reads.ts'
import { openDrafts } from '#web/sync/device/drafts.ts'
import type { Asker } from '#web/sync/ledger/ledger-state.ts'
import { openLedger, releaseHeld, wakeOutbox } from '#web/sync/ledger/ledger-store.ts'
import { sendingFor } from '#web/sync/outbox/send-commands.ts'
import { openStorageOf } from '#web/sync/outbox/storage-of-person.ts'
import { keys } from '#web/sync/reads/query-keys.ts'
import { forgetChanges } from '#web/sync/reads/recent-changes.ts'

/** {@link useLedgerConnection} as a component. */
export function LedgerConnection({ user }: { user: SessionUser }) {
  useLedgerConnection(user)
  return null
}

/** Keeps the signed-in user's ledger open and live while the signed-in area is shown. */
export function useLedgerConnection(user: SessionUser) {
  const queries = useQueryClient()
  const { userId, userRole, companyId } = user
  const limited = useSession(isLimited)
  useEffect(
    () => openLedgerConnection(queries, { userId, userRole, companyId }, limited),
    [queries, userId, userRole, companyId, limited],
  )
}

/**
 * Opens a user's ledger, resumes sending and receives pushes; returns a function that stops. Of a `limited` user it only shows what
 * waits to be sent.
 */
export function openLedgerConnection(
  queries: QueryClient,
  { userId, userRole, companyId }: Asker,
  limited = false,
): () => void {
  openDevice({ companyId, userId, userRole })
  const owner = `${companyId}:${userId}`
  const storage = openStorageOf(owner)
  const closeDrafts = openDrafts({ person: owner, role: userRole })
  const isReadOnly = () => queries.getQueryData<Me>(keys.me)?.company.closing !== undefined
  const close = openLedger({ userId, userRole, companyId }, { storage, sending: sendingFor(userId), isReadOnly })
  const disconnect = limited ? undefined : connect(queries, userId)
  const stopRetrying = retryWhenReachable()
  // The server ended the session: somebody who was removed keeps nothing of the company.
  const stopWatching = useSession.subscribe(({ state }) => state === 'signed-out' && void wipeDevice())
  // Also a job that no screen shows now: the ledger store has it as it was kept.
  const stopLate = onLateAnswer((queryKey) => queries.invalidateQueries({ queryKey, exact: true, refetchType: 'all' }))
  return () => {
    stopLate()
    stopWatching()
    stopRetrying()
    disconnect?.()
    close()
    closeDrafts()
    forgetChanges()
  }
}

/** Retries unsent commands whenever they might get through. */
function retryWhenReachable() {
  const stopping = new AbortController()
  const { signal } = stopping
  addEventListener('online', wakeOutbox, { signal })
  addEventListener('pagehide', () => void releaseHeld(), { signal })
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && wakeOutbox(), {
    signal,
  })
  const unsubscribe = useSession.subscribe(({ state }) => state === 'signed-in' && wakeOutbox())
  return () => {
    stopping.abort()
    unsubscribe()
  }
}

/** Connects as soon as the code for it has loaded: the first screen does not wait for it. */
function connect(queries: QueryClient, userId: string): () => void {
  let disconnect: (() => void) | undefined
  let stopped = false
  void loadCode(() => import('./listen.ts')).then(({ listen }) => {
    if (!stopped) disconnect = listen(queries, userId)
  })
  return () => {
    stopped = true
    disconnect?.()
  }
}
