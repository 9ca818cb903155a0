/** Calls back once the user turns to this tab: it is shown, focused or touched. */
export function whenAttended(signal: AbortSignal, attend: () => void) {
  const waiting = new AbortController()
  const options = { signal: AbortSignal.any([signal, waiting.signal]) }
  const turned = () => {
    if (document.visibilityState === 'hidden') return
    waiting.abort()
    attend()
  }
  for (const event of ['focus', 'pointerdown', 'keydown']) addEventListener(event, turned, options)
  document.addEventListener('visibilitychange', turned, options)
}
