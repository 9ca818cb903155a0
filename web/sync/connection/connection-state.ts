import { create } from 'zustand'

/** How this browser stands with the server; the connection says so, the top bar shows it. */
export type ConnectionState = 'live' | 'connecting' | 'offline'

export const useConnectionState = create<{ state: ConnectionState }>(() => ({ state: 'connecting' }))

export const setConnectionState = (state: ConnectionState) => useConnectionState.setState({ state })
