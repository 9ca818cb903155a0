/**
 * How long an access token is good for, in milliseconds, from its own claims: the device's clock may be wrong. The server checks
 * tokens; for these two numbers, a library would be a hundredth of the first screen's code.
 */
export function lifetimeOf(token: string): number {
  const [, payload = ''] = token.split('.')
  const claims: { iat?: number; exp?: number } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
  return ((claims.exp ?? 0) - (claims.iat ?? 0)) * 1000
}
