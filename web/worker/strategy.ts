import { screenPaths } from '#web/app/screen-paths.ts'

/**
 * How a request is answered: with the stored page (`shell`), with it only if the network fails (`shell-offline`), with a stored
 * file or else from the network (`file`), or left to the browser (`network`).
 */
export type Strategy = 'shell' | 'shell-offline' | 'file' | 'network'

type Asked = { method: string; mode: string; url: string }

/** How the service worker of `origin` answers a request. The API, photos and sockets always go to the network. */
export function strategyFor({ method, mode, url }: Asked, origin: string, stored: ReadonlySet<string>): Strategy {
  const { pathname, origin: target } = new URL(url)
  if (method !== 'GET' || target !== origin || isServer.test(pathname)) return 'network'
  if (mode === 'navigate') {
    if (isScreen.test(pathname)) return 'shell'
    return hasExtension.test(pathname) ? 'network' : 'shell-offline'
  }
  return stored.has(pathname) || pathname.startsWith('/static/') ? 'file' : 'network'
}

const isServer = /^\/(api|assets|socket|sandbox|t|r|healthz|readyz|metrics)(\/|$)/
const hasExtension = /\.\w+$/
const isScreen = new RegExp(`^(${screenPaths.map((path) => path.replace(/:\w+/, '[^/]+')).join('|')})/?$`)
