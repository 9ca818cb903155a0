import { create } from 'zustand'

/** Whether the list of keys is open; undefined until it first was. */
export const useKeyboardHelp = create<{ opened: boolean | undefined }>(() => ({ opened: undefined }))
