import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** An IP address without its last part, which is enough to tell places apart: '192.0.2.x', '2001:db8:7:x'. */
export function shortAddress(address: string): string {
  if (isIP(address) === 0) return ''
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv6
    ? `${parsed.parts
        .slice(0, 3)
        .map((part) => part.toString(16))
        .join(':')}:x`
    : `${parsed.octets.slice(0, 3).join('.')}.x`
}
