import type { Request } from 'express'
import type { Config } from '#api/config/config.ts'
import { HttpFailure } from '#api/http/errors.ts'

/**
 * The address for a link that a person is sent: the public one, or this machine's own name if the request came to that. Any other
 * Host is only what the request claims, and a link made of it could lead to somebody else's server. Throws a 503 then.
 */
export function linkAddress(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  req: Pick<Request, 'headers' | 'protocol'>,
): string {
  if (publicUrl) return publicUrl
  const host = req.headers.host ?? ''
  if (isLoopback(host)) return `${req.protocol}://${host}`
  throw new HttpFailure(503, {
    error:
      'No link can be sent: this server does not know its address. The person who runs it must set FETTLE_PUBLIC_URL to the address that people open.',
    code: 'public-url-not-set',
  })
}

/** Whether a Host header names the machine itself. */
function isLoopback(host: string): boolean {
  const name = URL.parse(`http://${host}`)?.hostname
  return name === 'localhost' || name === '[::1]' || /^127(\.\d{1,3}){3}$/.test(name ?? '')
}
