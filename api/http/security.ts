import type { RequestHandler } from 'express'
import helmet from 'helmet'
import type { Config } from '#api/config/config.ts'

/**
 * The headers that tell a browser what the product may do. Scripts come from us alone and never inline.
 *
 * Styles may be inline, since Mantine writes its theme, and styles that depend on the width, into `style` elements while it
 * runs. A nonce would serve those, but not together with an index.html that a browser or a service worker keeps: what it
 * kept would not fit the header of the next answer. Inline styles run no code, and the network rules below still hold.
 */
export function securityHeaders({ publicUrl }: Pick<Config, 'publicUrl'>): RequestHandler[] {
  const headers = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        // Not every browser takes 'self' to cover a web socket of the same address.
        connectSrc: ["'self'", (req) => socketOrigin(publicUrl, req.headers.host)],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    // Browsers heed this over https alone. Other names of the same domain are not ours to decide for.
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  })
  return [headers, noStore]
}

const noStore: RequestHandler = (req, res, next) => {
  if (/^\/api(\/|$)/i.test(req.path)) res.setHeader('Cache-Control', 'no-store')
  next()
}

/** The web sockets of the address that was asked for: both schemes, as a proxy may end the encryption before us. */
function socketOrigin(publicUrl: string | undefined, host = ''): string {
  if (publicUrl) return publicUrl.replace(/^http/, 'ws')
  return /^[\w.:[\]-]{1,255}$/.test(host) ? `ws://${host} wss://${host}` : "'self'"
}
