const reloads = 'fettle-reloads'
/** In milliseconds. A build that is broken for good must not reload for ever, nor often. */
const longestInterval = 60_000
const patience = 20_000
const forgottenAfter = 5 * 60_000

/**
 * Reloads the page if the server responds: without it, a page that works in part would become one that does not open. Automatic
 * reloads come 5 seconds apart at first, and less and less often.
 */
export async function reloadIfReachable(isAutomatic: boolean): Promise<void> {
  const { at, count } = lastReload()
  if (isAutomatic && count > 0 && Date.now() - at < Math.min(longestInterval, 5_000 * 2 ** (count - 1))) return
  if (!(await isReachable())) return
  sessionStorage.setItem(reloads, JSON.stringify({ at: Date.now(), count: count + 1 }))
  location.reload()
}

function lastReload(): { at: number; count: number } {
  const none = { at: 0, count: 0 }
  const stored: unknown = JSON.parse(sessionStorage.getItem(reloads) ?? 'null')
  if (typeof stored !== 'object' || stored === null || !('at' in stored) || !('count' in stored)) return none
  const { at, count } = stored
  if (typeof at !== 'number' || typeof count !== 'number') return none
  return Date.now() - at > forgottenAfter ? none : { at, count }
}

/** Also fetches the page's own files, so that the next load finds those in the cache that this one lacked. */
async function isReachable(): Promise<boolean> {
  const files = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet], link[rel=modulepreload]')]
  const signal = AbortSignal.timeout(patience)
  try {
    const [page] = await Promise.all([
      fetch(location.pathname, { cache: 'no-store', signal }),
      ...files.map(({ href }) => fetch(href, { signal })),
    ])
    return page.ok
  } catch {
    return false
  }
}
