import { useEffect, useRef } from 'react'
import { keptSwitch } from '#web/ui/kept-switch.ts'

/** Whether single keys are shortcuts. They can be off for people who dictate or whose hand slips (WCAG 2.1.4). */
export const [useSingleKeys, setSingleKeys] = keptSwitch('fettle-single-keys', true)

/** Whether a key is text, or belongs to the focused control. */
export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('input:not([type=checkbox]), textarea, select') ||
    target.closest('[role=dialog]') !== null)

/** Milliseconds within which the second key of a pair must follow. */
const pairWithin = 1_500

/** The first key of every pair; the key after it does nothing on its own. */
const first = 'g'

/**
 * Handles single keys, and pairs such as 'g s', unless the user is typing or a dialog is open. `keys` may change between
 * renders; a handler that returns `false` has not handled the key.
 */
export function useKeys(keys: Readonly<Record<string, () => unknown>>) {
  const { isOn: on } = useSingleKeys()
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    if (!on) return
    let before: { key: string; at: number } | undefined
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      const key = event.key.toLowerCase()
      const isPair = before?.key === first && event.timeStamp - before.at < pairWithin
      before = { key, at: event.timeStamp }
      const act = latest.current[isPair ? `${first} ${key}` : key]
      if (act && act() !== false) event.preventDefault()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [on])
}
