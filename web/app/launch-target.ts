/** Where the installed app starts, as its manifest says. */
export const startPath = '/start'

/** Addresses of the server's own, which no screen shows. */
const isServers = (path: string) => /^\/(api|assets|sandbox|static)\//.test(path)

/** What a launch of the installed app opens in the window that is open: a screen, or a page of the server's. */
export type LaunchTarget = { screen: string } | { page: string }

/**
 * Where a launch leads; undefined if the window need only come to the front: it shows that address, or the app's icon was
 * tapped, which must not lead away from what somebody is doing.
 */
export function launchTarget(address: string | undefined, here: string): LaunchTarget | undefined {
  if (!address || !URL.canParse(address)) return undefined
  const { href, origin, pathname, search, hash } = new URL(address)
  if (origin !== new URL(here).origin || href === here || pathname + search === startPath) return undefined
  return isServers(pathname) ? { page: href } : { screen: pathname + search + hash }
}
