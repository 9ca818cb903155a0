import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { isFromHere } from './from-here.ts'

/** A request over a socket from this address. */
function from(address: string | undefined, headers: Record<string, string> = {}) {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: address })
  return Object.assign(new IncomingMessage(socket), { headers })
}

test.each(['127.0.0.1', '127.8.0.1', '::1', '::ffff:127.0.0.1'])('%s is this machine', (address) => {
  expect(isFromHere(from(address))).toBe(true)
})

test.each(['192.0.2.7', '::ffff:192.0.2.7', '2001:db8::1', '172.17.0.2', 'unknown', undefined])(
  '%s is not this machine',
  (address) => {
    expect(isFromHere(from(address))).toBe(false)
  },
)

test.each(['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'])(
  'a request with %s came through a proxy, whoever sent it',
  (name) => {
    expect(isFromHere(from('127.0.0.1', { [name]: '127.0.0.1' }))).toBe(false)
  },
)
