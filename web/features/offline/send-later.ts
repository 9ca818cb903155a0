import { useEffect } from 'react'
import { useIsUnreachable, useLedger } from '#web/sync/ledger/ledger-store.ts'
import { waiting } from '#web/sync/outbox/outbox.ts'
import { sendTag } from './send-tag.ts'

/** Of browsers with Background Sync; TypeScript does not know it. */
declare global {
  interface ServiceWorkerRegistration {
    readonly sync?: { register(tag: string): Promise<void> }
  }
}

/** Asks the browser, where it can, to send unsent changes once there is a connection, even if no page is open by then. */
export function SendLater() {
  const unreachable = useIsUnreachable()
  const isDue = useLedger(({ queue }) => waiting(queue).length > 0) && unreachable
  useEffect(() => {
    if (isDue) ask().catch((error: unknown) => console.warn('Unsent changes are sent only from an open page', error))
  }, [isDue])
  return null
}

async function ask() {
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.getRegistration()
  await registration?.sync?.register(sendTag)
}
