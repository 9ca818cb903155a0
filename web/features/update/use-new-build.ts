import { create } from 'zustand'

/** Whether a newer build of Fettle is stored on this device, or has already replaced the one that this page runs. */
export const useNewBuild = create<{ isReady: boolean }>(() => ({ isReady: false }))
