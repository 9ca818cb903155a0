const reloadedAt = 'fettle-reloaded-at'
/** In milliseconds. */
const minInterval = 60_000

/**
 * A tab left open during an upgrade requests chunks that no longer exist: it reloads once, and only if the server has a new
 * build, not because of a bad connection. Unsent changes survive the reload.
 */
export function reloadOnNewBuild() {
  const current = document.querySelector('script[type=module][src]')?.getAttribute('src')
  if (!current) return
  // On a bad line every part of a screen fails at once: one look answers for all of them.
  let looking: Promise<boolean> | undefined
  window.addEventListener('vite:preloadError', async () => {
    const last = Number(sessionStorage.getItem(reloadedAt) ?? 0)
    if (Date.now() - last < minInterval || looking) return
    looking = isReplaced(current).finally(() => (looking = undefined))
    if (!(await looking)) return
    sessionStorage.setItem(reloadedAt, String(Date.now()))
    location.reload()
  })
}

/** Whether the server's pages now use a different script; false if it does not respond. */
async function isReplaced(script: string): Promise<boolean> {
  try {
    const answer = await fetch(location.pathname, { cache: 'no-store' })
    return answer.ok && !(await answer.text()).includes(script)
  } catch {
    return false
  }
}
