import { useLocalStorage } from '@mantine/hooks'
import { useEffect, useRef } from 'react'

/** Whether keys without Ctrl act: a person who dictates, or whose hand slips, can turn them off (WCAG 2.1.4). */
export const useSingleKeys = () =>
  useLocalStorage({ key: 'fettle-single-keys', defaultValue: true, getInitialValueInEffect: false })

/** Where a key is text, or belongs to what has the focus. */
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) ||
    target.closest('[role=dialog]') !== null)

/** How long the second key of a pair may take, in milliseconds. */
const pairWithin = 1_500

/**
 * Acts on single keys, and on pairs such as 'g s', while nobody is typing and no dialog is open. What `keys` says may change
 * from one render to the next.
 */
export function useKeys(keys: Readonly<Record<string, () => void>>) {
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
      const pair = before && event.timeStamp - before.at < pairWithin ? `${before.key} ${key}` : ''
      before = { key, at: event.timeStamp }
      const act = latest.current[pair] ?? latest.current[key]
      if (!act) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [on])
}
