import { createHash } from 'node:crypto'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { RequestHandler } from 'express'
import helmet from 'helmet'
import type { Config } from '#api/config/config.ts'
import { inlineScript } from '#core/wire/pages/inline-script.ts'

/**
 * The security headers. Scripts load only from our own origin; the only inline one is allowed by its hash.
 *
 * Inline styles are allowed because Mantine writes its theme and responsive styles into `style` elements. A nonce would not
 * work with an index.html cached by a browser or service worker: it would not match the next response's header.
 */
export function securityHeaders({ publicUrl }: Pick<Config, 'publicUrl'>): RequestHandler {
  const headers = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", `'sha256-${createHash('sha256').update(inlineScript).digest('base64')}'`],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        // Not every browser takes 'self' to include web sockets of the same origin. The Host header may be anyone's.
        connectSrc: ["'self'", ...(publicUrl ? [publicUrl.replace(/^http/, 'ws')] : [])],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    // Browsers apply this only over https. We do not decide for other subdomains.
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  })
  // They are the same in every response, but helmet would build the policy again for each one.
  const always = headersSetBy(headers)
  return (req, res, next) => {
    res.setHeaders(always)
    if (/^\/api(\/|$)/i.test(req.path)) res.setHeader('Cache-Control', 'no-store')
    next()
  }
}

/** The headers that a handler sets whatever the request is. */
function headersSetBy(handler: ReturnType<typeof helmet>): Map<string, number | string | readonly string[]> {
  const res = new ServerResponse(new IncomingMessage(new Socket()))
  handler(res.req, res, (fault) => {
    if (fault) throw fault
  })
  return new Map(
    Object.entries(res.getHeaders()).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
