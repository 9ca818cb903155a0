import { create } from 'zustand'

/** Whether the list of shortcuts is open; undefined until first opened. */
export const useKeyboardHelp = create<{ opened: boolean | undefined }>(() => ({ opened: undefined }))
