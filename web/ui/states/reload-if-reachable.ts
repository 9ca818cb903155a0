const reloadedAt = 'fettle-reloaded-at'
/** Between two automatic reloads, in milliseconds: a build that is broken for good must not reload for ever. */
const minInterval = 60_000

/** Reloads the page if the server responds: without it, a page that works in part would become one that does not open. */
export async function reloadIfReachable(isAutomatic: boolean): Promise<void> {
  const last = Number(sessionStorage.getItem(reloadedAt) ?? 0)
  if (isAutomatic && Date.now() - last < minInterval) return
  if (!(await isReachable())) return
  sessionStorage.setItem(reloadedAt, String(Date.now()))
  location.reload()
}

async function isReachable(): Promise<boolean> {
  try {
    return (await fetch(location.pathname, { cache: 'no-store' })).ok
  } catch {
    return false
  }
}
