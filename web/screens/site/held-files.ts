import { create } from 'zustand'

/** As long as the message says Undo; in milliseconds. */
const heldFor = 10_000

/** Files that are shown as deleted although the server has not been asked to delete them yet, or has not answered. */
export const useHeldFiles = create<{ ids: ReadonlySet<string> }>(() => ({ ids: new Set() }))

const change = (fileId: string, isHeld: boolean) =>
  useHeldFiles.setState(({ ids }) => ({
    ids: new Set(isHeld ? [...ids, fileId] : [...ids].filter((id) => id !== fileId)),
  }))

/**
 * Hides a file, and deletes it by `send` after ten seconds, or when the page is left. Returns how to undo that, which says whether it was in
 * time.
 */
export function holdDeletion(fileId: string, send: () => Promise<void>): () => boolean {
  let isSent = false
  const now = () => {
    if (isSent) return
    isSent = true
    clearTimeout(timer)
    window.removeEventListener('pagehide', now)
    void send().finally(() => change(fileId, false))
  }
  const timer = setTimeout(now, heldFor)
  window.addEventListener('pagehide', now)
  change(fileId, true)
  return () => {
    if (isSent) return false
    isSent = true
    clearTimeout(timer)
    window.removeEventListener('pagehide', now)
    change(fileId, false)
    return true
  }
}
