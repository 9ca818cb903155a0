import { type NotificationData, notifications, notificationsStore } from '@mantine/notifications'
import { isTyping } from '#web/features/keyboard/single-keys.ts'

type ShownFor = NotificationData['autoClose']

/** Lets toasts be used by the keyboard; returns a function that ends it. */
export function watchToasts(): () => void {
  /** How long the toasts that have the focus were to be shown. */
  const paused = new Map<string, ShownFor>()
  let before: Element | null = null
  // A toast stays while it has the focus.
  const onFocusIn = ({ target, relatedTarget }: FocusEvent) => {
    const id = toastOf(target)
    if (!id || paused.has(id)) return
    if (relatedTarget instanceof Element && !toastOf(relatedTarget)) before = relatedTarget
    setShownFor(id, (was) => {
      paused.set(id, was)
      return false
    })
  }
  const onFocusOut = ({ target, relatedTarget }: FocusEvent) => {
    const id = toastOf(target)
    if (!id || !paused.has(id) || toastOf(relatedTarget) === id) return
    setShownFor(id, () => paused.get(id))
    paused.delete(id)
  }
  // One whose button was pressed is leaving, and the focus would go with it.
  const onClick = ({ target }: MouseEvent) => {
    const id = toastOf(target)
    if (!id) return
    setTimeout(() => {
      const isLeaving = notificationsStore.getState().notifications.every((one) => one.id !== id)
      const now = document.activeElement
      const isLost = now === null || now === document.body || toastOf(now) === id
      if (isLeaving && isLost && before instanceof HTMLElement && before.isConnected)
        before.focus({ preventScroll: true })
    })
  }
  const stopping = new AbortController()
  const { signal } = stopping
  addEventListener('focusin', onFocusIn, { signal })
  addEventListener('focusout', onFocusOut, { signal })
  addEventListener('click', onClick, { signal, capture: true })
  addEventListener('keydown', undoLatest, { signal })
  return () => stopping.abort()
}

const toasts = '.mantine-Notification-root'

/** The id of the toast that an element is part of. */
const toastOf = (target: EventTarget | null) => (target instanceof Element ? target.closest(toasts)?.id : undefined)

const setShownFor = (id: string, change: (was: ShownFor) => ShownFor) =>
  notifications.updateState(notificationsStore, (all) =>
    all.map((one) => (one.id === id ? { ...one, autoClose: change(one.autoClose) } : one)),
  )

/** Ctrl Z (Cmd Z on a Mac) presses the Undo of the newest toast; in a field it is the field's own. */
function undoLatest(event: KeyboardEvent) {
  const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
  // A key that is held down undoes one change, and not the one before as well.
  if (!isUndo || event.repeat || event.defaultPrevented || isTyping(event.target)) return
  const buttons = [...document.querySelectorAll<HTMLElement>(`${toasts} button`)]
  const undo = buttons.findLast((one) => one.textContent === 'Undo')
  if (!undo) return
  event.preventDefault()
  undo.click()
}
