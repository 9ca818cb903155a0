import { useEffect } from 'react'
import { isLimited, useSession } from '#web/client/session.ts'
import { useConnectionState } from '#web/sync/connection-state.ts'
import { tellInTurn } from './tell-in-turn.ts'
import { useUnsentReport } from './use-unsent-work.ts'

/** Milliseconds for which it stays the same before it is told: most changes are sent at once, and are nobody's business. */
const settled = 5_000

/**
 * Tells the server how much is not sent from this device although it is connected, so that the list of the person's devices can name it
 * before they sign this one out, and the office hears of what stays. That all is sent is told at once, as the page may be closed then. Devices with nothing of the kind say nothing.
 */
export function TellUnsent() {
  const { unsent, refused, oldest } = useUnsentReport()
  const isConnected = useConnectionState(({ state }) => state === 'live')
  const limited = useSession(isLimited)
  useEffect(() => {
    if (!isConnected || limited) return
    const timer = setTimeout(() => void tellInTurn({ unsent, refused, oldest }), unsent > 0 ? settled : 0)
    return () => clearTimeout(timer)
  }, [unsent, refused, oldest, isConnected, limited])
  return null
}
