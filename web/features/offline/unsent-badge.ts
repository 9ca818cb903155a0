import { useEffect } from 'react'
import { useLedger } from '#web/sync/ledger/ledger-store.ts'
import { usePhotos } from '#web/sync/photos/photo-store.ts'
import { unsentWorkCount } from '#web/sync/unsent-work.ts'

/** The number of unsent changes and photos on the icon of the installed app, where the system shows one. */
export function UnsentBadge() {
  useEffect(() => {
    if ('setAppBadge' in navigator) return keepBadge()
  }, [])
  return null
}

/** Sets the badge whenever the number changes, and removes it in the end: nobody's work waits here once they have logged out. */
function keepBadge(): () => void {
  let shown: number | undefined
  let due: ReturnType<typeof setTimeout> | undefined
  const show = () => {
    due = undefined
    const count = unsentWorkCount(useLedger.getState().queue, usePhotos.getState().photos)
    if (count !== shown) setBadge(count)
    shown = count
  }
  // After the change has been painted, which the badge would delay.
  const later = () => {
    due ??= setTimeout(show)
  }
  later()
  const stops = [useLedger.subscribe(later), usePhotos.subscribe(later)]
  return () => {
    for (const stop of stops) stop()
    clearTimeout(due)
    setBadge(0)
  }
}

/** Zero removes it. Some systems show badges only where notifications are allowed. */
const setBadge = (count: number) =>
  void navigator.setAppBadge(count).catch((error: unknown) => console.warn('The icon shows no badge', error))
