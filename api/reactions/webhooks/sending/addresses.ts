import { lookup } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'
import type { SendFailure } from '#core/webhooks/delivery.ts'

/** An address of a host. */
export type Address = { address: string; family: number }
/** Looks up all addresses of a host. Throws if it has none. */
export type Resolve = (host: string) => Promise<readonly Address[]>

/** Whether an address is one of the public internet: not of this machine, its network, its provider's services or a special range. */
export const isPublic = (address: string): boolean => rangeOf(address) === 'unicast'

/** What nobody may reach, even where private addresses are allowed: the services that a cloud gives its machines, and no host at all. */
const never: readonly string[] = ['linkLocal', 'unspecified', 'multicast', 'broadcast']

/** The kind of an address; an IPv4 address within IPv6 counts as itself. */
const rangeOf = (address: string): string =>
  ipaddr.isValid(address) ? ipaddr.process(address.replace(/%.*/, '')).range() : 'invalid'

/** The service by which clouds give secrets to their machines, where it is not link-local. */
const metadata: readonly string[] = ['fd00:ec2::254', '100.100.100.200']

const mayReach = (address: string, mayBePrivate: boolean) =>
  mayBePrivate ? !never.includes(rangeOf(address)) && !isMetadata(address) : isPublic(address)

/** However it is written, also as an IPv4 address within IPv6. */
const isMetadata = (address: string) =>
  ipaddr.isValid(address) && metadata.includes(ipaddr.process(address.replace(/%.*/, '')).toString())

/**
 * The addresses that a webhook may be sent to, or why there are none. They are looked up once: the connection goes to one of them, so that
 * a name which points somewhere else a moment later leads nowhere else. A name with any address that may not be reached is refused.
 */
export async function reachable(
  url: URL,
  mayBePrivate: boolean,
  resolve: Resolve = all,
): Promise<readonly Address[] | SendFailure> {
  if (url.protocol !== 'https:' && !(mayBePrivate && url.protocol === 'http:')) return 'not-https'
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const literal = ipaddr.isValid(host) && [{ address: host, family: ipaddr.parse(host).kind() === 'ipv6' ? 6 : 4 }]
  const addresses = literal || (await resolve(host).catch(() => []))
  if (addresses.length === 0) return 'host-not-found'
  return addresses.every(({ address }) => mayReach(address, mayBePrivate)) ? addresses : 'address-not-public'
}

const all: Resolve = (host) => lookup(host, { all: true })
