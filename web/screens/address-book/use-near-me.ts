import { useRef, useState } from 'react'
import { nearOf } from '#core/site/location/near.ts'
import { findingWords, noPositionWords, whereAmI } from '#web/features/location/where-am-i.ts'
import { useConnectionState } from '#web/sync/connection-state.ts'

const isOffline = () => useConnectionState.getState().state === 'offline' || !navigator.onLine

/**
 * Where the reader is, to about 100 metres, once they have asked for what is near them; and what to say while the device is asked or does
 * not say. It is in no address and kept nowhere.
 */
export function useNearMe() {
  const [{ near, said, isWrong = false }, setState] = useState<{ near?: string; said?: string; isWrong?: boolean }>({})
  /** A device may answer after another filter was chosen. */
  const asked = useRef(0)
  const ask = async (): Promise<boolean> => {
    asked.current += 1
    const own = asked.current
    if (isOffline()) {
      setState({ said: 'Near me needs a connection. Try again once you’re back online.', isWrong: true })
      return false
    }
    setState((now) => ({ ...now, said: findingWords, isWrong: false }))
    const found = await whereAmI()
    if (asked.current !== own) return false
    if (typeof found === 'string') setState({ said: noPositionWords[found], isWrong: true })
    else setState({ near: nearOf(found) })
    return typeof found !== 'string'
  }
  const leave = () => {
    asked.current += 1
    setState({})
  }
  return { near, said, isWrong, ask, leave }
}
