import { useEffect } from 'react'
import { closeTopmost } from './dialog-keys.ts'

/**
 * While a form has unsaved input, Back asks what Escape asks instead of leaving the page. One entry of the browser's history stands
 * for that: the page's own once more, so the router never hears of it. It goes with the input, and navigation meanwhile leaves the
 * history as if it had not been there.
 */
export function useHoldBack(unsaved: boolean) {
  useEffect(() => {
    if (!unsaved) return undefined
    forms += 1
    hold()
    return () => {
      forms -= 1
      // The form may be shown again at once, or what closes it may go to another page.
      setTimeout(release)
    }
  }, [unsaved])
}

/** How many forms have unsaved input. */
let forms = 0
/** Whether our entry is the current one, or is being left for the page's own below it. */
let phase: 'none' | 'held' | 'leaving' = 'none'
/** The router's index of the page; its entry and ours share it. */
let page: unknown
/** The navigation that came while our entry was being left. */
let after: (() => void)[] = []

function hold() {
  if (phase !== 'none') return
  begin()
  page = history.state?.idx
  phase = 'held'
  push(history.state, '')
}

function release() {
  if (forms === 0 && phase === 'held') leave()
}

function leave() {
  phase = 'leaving'
  history.back()
}

type Entry = Parameters<typeof history.pushState>
const push = (...entry: Entry) => History.prototype.pushState.apply(history, entry)
const replace = (...entry: Entry) => History.prototype.replaceState.apply(history, entry)
let begun = false

/** Follows the history from the first form on. */
function begin() {
  if (begun) return
  begun = true
  addEventListener('popstate', onPop, { capture: true })
  history.pushState = (...entry) => {
    if (phase === 'none') return push(...entry)
    if (phase === 'leaving') after.push(() => push(...entry))
    else phase = 'none'
    replace(...entry)
  }
  history.replaceState = (...entry) => {
    replace(...entry)
    if (phase === 'none') return
    after.push(() => replace(...entry))
    if (phase === 'held') leave()
  }
}

function onPop(event: PopStateEvent) {
  const was = phase
  if (was === 'none' || !event.isTrusted) return
  const navigations = after
  phase = 'none'
  after = []
  // Back by several entries.
  if (history.state?.idx !== page) return
  event.stopImmediatePropagation()
  for (const navigate of navigations) navigate()
  if (forms > 0) hold()
  if (was === 'held') closeTopmost()
}
