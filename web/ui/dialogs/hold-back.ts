import { closeTopmost } from './dialog-keys.ts'

/**
 * While a form has unsaved input, Back asks what Escape asks instead of leaving the page. One entry of the browser's history stands
 * for that: the page's own once more, so the router never hears of it. It goes with the input, and navigation meanwhile leaves the
 * history as if it had not been there. Returns how to end that.
 *
 * The Navigation API would not do: only Chromium lets a page cancel Back, and only after a tap since the last time.
 */
export function holdBack(): () => void {
  forms += 1
  hold()
  return () => {
    forms -= 1
    // The form may be shown again at once, or what closes it may go to another page.
    setTimeout(release)
  }
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
  follow()
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

/** Follows the history, while our entry is part of it. */
function follow() {
  addEventListener('popstate', onPop, { capture: true })
  history.pushState = (...entry) => {
    if (phase === 'leaving') after.push(() => push(...entry))
    else unfollow()
    replace(...entry)
  }
  history.replaceState = (...entry) => {
    replace(...entry)
    after.push(() => replace(...entry))
    if (phase === 'held') leave()
  }
}

function unfollow() {
  phase = 'none'
  removeEventListener('popstate', onPop, { capture: true })
  Reflect.deleteProperty(history, 'pushState')
  Reflect.deleteProperty(history, 'replaceState')
}

function onPop(event: PopStateEvent) {
  const was = phase
  if (!event.isTrusted) return
  const navigations = after
  unfollow()
  after = []
  // Back by several entries.
  if (history.state?.idx !== page) return
  event.stopImmediatePropagation()
  for (const navigate of navigations) navigate()
  if (forms > 0) hold()
  if (was === 'held') closeTopmost()
}
