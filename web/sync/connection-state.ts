import { create } from 'zustand'

/** The connection to the server, as shown in the top bar. */
export type ConnectionState = 'live' | 'connecting' | 'offline'

export const useConnectionState = create<{ state: ConnectionState }>(() => ({ state: 'connecting' }))

export const setConnectionState = (state: ConnectionState) => useConnectionState.setState({ state })
