import { create } from 'zustand'

/** The connection to the server, as shown in the top bar. */
export type ConnectionState = 'live' | 'connecting' | 'offline'

/** `slowReads` counts the reads that the server has not answered yet although screens show what is kept meanwhile. */
export const useConnectionState = create<{ state: ConnectionState; slowReads: number }>(() => ({
  state: 'connecting',
  slowReads: 0,
}))

export const setConnectionState = (state: ConnectionState) => useConnectionState.setState({ state })
