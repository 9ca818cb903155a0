import { create } from 'zustand'

/** When the coming visits were last stored on this device, as a UTC instant, and the ids of their jobs. */
export const useReadyOffline = create<{ at?: string; jobIds?: readonly string[] }>(() => ({}))
