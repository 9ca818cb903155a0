import { create } from 'zustand'

/** When the coming visits were last stored on this device, as a UTC instant. */
export const useReadyOffline = create<{ at?: string }>(() => ({}))
