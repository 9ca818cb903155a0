import { useEffect } from 'react'
import { paths } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { CallFailure } from '#web/client/request.ts'
import { isLimited, useSession } from '#web/client/session.ts'
import { useConnectionState } from '#web/sync/connection-state.ts'
import { useUnsentCount } from './use-unsent-work.ts'

/** Milliseconds for which a number stays the same before it is told: most changes are sent at once, and are nobody's business. */
const settled = 5_000
/** Kept while the server has been told of something unsent. */
const key = 'fettle.told-unsent'

/**
 * Tells the server how much is not sent from this device although it is connected, so that the list of the person's devices can name it
 * before they sign this one out. It is told again when that is sent. Devices with nothing of the kind say nothing.
 */
export function TellUnsent() {
  const count = useUnsentCount()
  const isConnected = useConnectionState(({ state }) => state === 'live')
  const limited = useSession(isLimited)
  useEffect(() => {
    if (!isConnected || limited) return
    const timer = setTimeout(() => void tell(count), settled)
    return () => clearTimeout(timer)
  }, [count, isConnected, limited])
  return null
}

async function tell(unsent: number) {
  try {
    if (unsent === 0 && localStorage.getItem(key) === null) return
    await call(paths.unsent, { method: 'PUT', body: { unsent } })
    if (unsent === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, String(unsent))
  } catch (error) {
    // It is told with the next change, or once the connection is back.
    if (!(error instanceof CallFailure && error.status === 0)) console.error('Unsent work could not be told', error)
  }
}
