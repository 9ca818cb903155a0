import { create } from 'zustand'

/** The connection to the server, as shown in the top bar. */
export type ConnectionState = 'live' | 'connecting' | 'offline'

/** `slowReads` counts the reads that the server has not answered yet although screens show what is kept meanwhile. */
export const useConnectionState = create<{
  state: ConnectionState
  /** When the connection was lost, in milliseconds since 1970. */
  lostAt: number | undefined
  slowReads: number
}>(() => ({ state: 'connecting', lostAt: undefined, slowReads: 0 }))

export const setConnectionState = (state: ConnectionState) =>
  useConnectionState.setState(({ lostAt }) => ({
    state,
    lostAt: state === 'live' ? undefined : (lostAt ?? Date.now()),
  }))
