import { useLocalStorage } from '@mantine/hooks'
import { useEffect, useRef } from 'react'

/** Whether keys without Ctrl act: a person who dictates, or whose hand slips, can turn them off (WCAG 2.1.4). */
export const useSingleKeys = () =>
  useLocalStorage({ key: 'fettle-single-keys', defaultValue: true, getInitialValueInEffect: false })

/** Where a key is text, or belongs to what has the focus. */
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('input:not([type=checkbox]), textarea, select') ||
    target.closest('[role=dialog]') !== null)

/** How long the second key of a pair may take, in milliseconds. */
const pairWithin = 1_500

/** The key that begins every pair: what follows it does not act alone. */
const first = 'g'

/**
 * Acts on single keys, and on pairs such as 'g s', while nobody is typing and no dialog is open. What `keys` says may change
 * from one render to the next; what answers `false` has not acted.
 */
export function useKeys(keys: Readonly<Record<string, () => unknown>>) {
  const [on] = useSingleKeys()
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
