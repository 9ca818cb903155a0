import { useEffect, useEffectEvent } from 'react'

/** The dialogs that are open, the one on top last; each knows how it is closed. */
const open: (() => void)[] = []
/** What a dialog that goes at this moment would give the focus back to: the one that takes its place gives it back instead. */
let owed: Element | null = null

/**
 * Escape closes the dialog on top and no other, and a dialog that goes gives the focus back to what had it. Mantine's dialogs
 * each listen for themselves: the key that opens a question would close it at once, and what is open from the start would
 * not give the focus back.
 */
export function useDialogKeys(opened: boolean, onClose: () => void) {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!opened) return undefined
    const before = document.activeElement === document.body ? (owed ?? document.body) : document.activeElement
    const here = () => close()
    if (open.length === 0) addEventListener('keydown', closeTopmost, { capture: true })
    open.push(here)
    return () => {
      open.splice(open.indexOf(here), 1)
      if (open.length === 0) removeEventListener('keydown', closeTopmost, { capture: true })
      giveBack(before)
    }
  }, [opened])
}

function closeTopmost(event: KeyboardEvent) {
  if (event.key !== 'Escape' || event.isComposing) return
  // An open list of suggestions takes it for itself.
  const { target } = event
  if (target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true') return
  open.at(-1)?.()
}

function giveBack(to: Element | null) {
  const atClose = document.activeElement
  owed = to
  setTimeout(() => {
    owed = null
    const now = document.activeElement
    const isFree = now === null || now === document.body || now === atClose
    if (isFree && to instanceof HTMLElement && to.isConnected) to.focus({ preventScroll: true })
  }, 10)
}
