import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'

/** Proxies add one of these. A proxy on this machine would otherwise pass every stranger off as a program of its own. */
const ofProxies = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via']

/** Whether a program on this machine sent a request, through no proxy. */
export function isFromHere({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): boolean {
  const address = socket.remoteAddress ?? ''
  if (!ipaddr.isValid(address) || ipaddr.process(address).range() !== 'loopback') return false
  return ofProxies.every((name) => headers[name] === undefined)
}
