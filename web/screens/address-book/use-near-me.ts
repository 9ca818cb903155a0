import { useRef, useState } from 'react'
import { useConnectionState } from '#web/sync/connection-state.ts'
import type { NearMe } from './find-near-me.ts'
import { needsConnection } from './needs-connection.ts'

/** Loaded when somebody presses Near me. */
const loaded = () => import('./find-near-me.ts')

const isOffline = () => useConnectionState.getState().state === 'offline' || !navigator.onLine

const offline = (): NearMe => ({ said: needsConnection, isWrong: true })

/**
 * Where the reader is, to about 100 metres, once they have asked for what is near them; and what to say while the device is asked or does
 * not say. It is in no address and kept nowhere.
 */
export function useNearMe() {
  const [{ near, said, isWrong = false }, setState] = useState<NearMe>({})
  /** A device may answer after another filter was chosen. */
  const asked = useRef(0)
  const ask = async (): Promise<boolean> => {
    asked.current += 1
    const own = asked.current
    if (isOffline()) {
      setState(offline())
      return false
    }
    setState((now) => ({ ...now, said: 'Finding where you are…', isWrong: false }))
    const found = await loaded().then(({ findNearMe }) => findNearMe(), offline)
    if (asked.current !== own) return false
    setState(found)
    return found.near !== undefined
  }
  const leave = () => {
    asked.current += 1
    setState({})
  }
  return { near, said, isWrong, ask, leave }
}
