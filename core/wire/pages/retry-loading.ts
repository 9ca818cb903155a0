/**
 * Part of the inline script. A module that could not be fetched is never fetched again by the same page, so on a bad line the
 * page would stay white: this fetches the missing files into the browser's cache, however often that takes, and then reloads.
 * It ends once {@link startedEvent} tells that the page works.
 */
export const retryLoading = `(() => {
  const watching = new AbortController()
  const attempts = 'fettle-load-attempts'
  const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))
  const answers = (address) => fetch(address).then(() => true, () => false)
  addEventListener('fettle-started', () => {
    watching.abort()
    sessionStorage.removeItem(attempts)
  }, { once: true })
  addEventListener('error', ({ target }) => {
    if (watching.signal.aborted || !(target instanceof HTMLScriptElement || target instanceof HTMLLinkElement)) return
    watching.abort()
    void retry()
  }, { capture: true, signal: watching.signal })
  async function retry() {
    const attempt = Number(sessionStorage.getItem(attempts) ?? 0) + 1
    sessionStorage.setItem(attempts, String(attempt))
    await wait(500 * attempt * attempt)
    const root = document.getElementById('root')
    if (root && !root.hasChildNodes()) root.textContent = 'Fettle is loading. The connection is poor, so it takes longer.'
    const files = [...document.querySelectorAll('script[src], link[rel=stylesheet], link[rel=modulepreload]')]
    for (const address of [...files.map((file) => file.src || file.href), location.href])
      while (!(await answers(address))) await wait(1000)
    location.reload()
  }
})()`

/** Sent to the window when the page's own scripts run. */
export const startedEvent = 'fettle-started'
