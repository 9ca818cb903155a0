import { useEffect, useEffectEvent } from 'react'
import { useRootMark } from '#web/ui/root-mark.ts'

/** How to close each open dialog, the topmost last. */
const open: (() => void)[] = []
/** Where a dialog that is closing would return the focus: a dialog that replaces it returns it there instead. */
let owed: Element | null = null

/**
 * Escape closes only the topmost dialog, and closing a dialog returns the focus to where it was. Mantine's dialogs each listen
 * on their own, so the key press that opens a confirmation would close it again at once. Toasts stay clear of an open dialog's
 * buttons.
 */
export function useDialogKeys(opened: boolean, onClose: () => void) {
  const close = useEffectEvent(onClose)
  useRootMark('raisedToasts', opened)
  useEffect(() => {
    if (!opened) return undefined
    const before = document.activeElement === document.body ? (owed ?? document.body) : document.activeElement
    const here = () => close()
    if (open.length === 0) addEventListener('keydown', onKeyDown, { capture: true })
    open.push(here)
    return () => {
      open.splice(open.indexOf(here), 1)
      if (open.length === 0) removeEventListener('keydown', onKeyDown, { capture: true })
      giveBack(before)
    }
  }, [opened])
}

/** Closes the topmost dialog, which may ask first. */
export const closeTopmost = () => open.at(-1)?.()

function onKeyDown(event: KeyboardEvent) {
  if (event.key !== 'Escape' || event.isComposing) return
  // An open list of suggestions or calendar of a date field handles it.
  const { target } = event
  if (target instanceof Element && hasPopup(target)) return
  closeTopmost()
}

/** Whether a field shows suggestions or a calendar, which Escape closes first. */
export const hasPopup = (field: Element) =>
  field.getAttribute('data-mantine-stop-propagation') === 'true' ||
  (field.hasAttribute('data-dates-input') && document.querySelector('[data-dates-dropdown]') !== null)

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
