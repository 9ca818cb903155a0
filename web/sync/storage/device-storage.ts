import { create } from 'zustand'

/** Whether unsent work outlives this window: `memory` if the device could not keep all of it. */
export type Keeping = 'kept' | 'memory'

/** Where the unsent changes and photos of this window are. */
export const useDeviceStorage = create<{ changes: Keeping; photos: Keeping }>(() => ({
  changes: 'kept',
  photos: 'kept',
}))
