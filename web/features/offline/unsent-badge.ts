import { useEffect } from 'react'
import { useUnsentWork } from './use-unsent-work.ts'

/** The number of unsent changes and photos on the icon of the installed app, where the system shows one. */
export function UnsentBadge() {
  const { count } = useUnsentWork()
  useEffect(() => showBadge(count), [count])
  // Nobody's work waits here once they have logged out.
  useEffect(() => () => showBadge(0), [])
  return null
}

function showBadge(count: number) {
  if (!('setAppBadge' in navigator)) return
  // Zero removes it. Some systems show badges only where notifications are allowed.
  navigator.setAppBadge(count).catch((error: unknown) => console.warn('The icon shows no badge', error))
}
