import { create } from 'zustand'

/** How many notifications the person has not read, as the server last said, and how often it has. */
export const useUnread = create<{ unread: number; told: number }>(() => ({ unread: 0, told: 0 }))

export const takeUnread = (unread: number) => useUnread.setState(({ told }) => ({ unread, told: told + 1 }))
