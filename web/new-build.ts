const reloadedAt = 'fettle-reloaded-at'
const atMostEvery = 60_000

/**
 * A tab that was left open over an upgrade asks for parts that are no more: it is loaded again, once, and only where there is a
 * server to load it from. What waits to be sent is kept meanwhile.
 */
export function reloadForNewBuild() {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(reloadedAt) ?? 0)
    if (!navigator.onLine || Date.now() - last < atMostEvery) return
    event.preventDefault()
    sessionStorage.setItem(reloadedAt, String(Date.now()))
    location.reload()
  })
}
