const reloadedAt = 'fettle-reloaded-at'
const atMostEvery = 60_000

/**
 * A tab that was left open over an upgrade asks for parts that are no more: it is loaded again, once, and only where the server has
 * another build. A part that did not come because the connection is bad is no reason to. What waits to be sent is kept meanwhile.
 */
export function reloadOnNewBuild() {
  const ours = document.querySelector('script[type=module][src]')?.getAttribute('src')
  if (!ours) return
  window.addEventListener('vite:preloadError', async () => {
    const last = Number(sessionStorage.getItem(reloadedAt) ?? 0)
    if (Date.now() - last < atMostEvery || !(await isGone(ours))) return
    sessionStorage.setItem(reloadedAt, String(Date.now()))
    location.reload()
  })
}

/** Whether the server's pages begin with another script by now; not where it does not answer. */
async function isGone(script: string): Promise<boolean> {
  try {
    const answer = await fetch(location.pathname, { cache: 'no-store' })
    return answer.ok && !(await answer.text()).includes(script)
  } catch {
    return false
  }
}
