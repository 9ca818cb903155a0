import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Ports below the range from which operating systems take one for each outgoing connection (from 32768 on Linux, from 49152
 * elsewhere). `listen(0)` gives ports of that range: any outgoing connection may take such a port before the server listens on
 * it, or while the server restarts.
 */
const ownPorts = { from: 20_000, to: 32_768 }

/** A free port of this machine that stays free while nobody asks for it by number. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = randomInt(ownPorts.from, ownPorts.to)
    if ((await listenOnce(port)) !== undefined) return port
  }
  throw new Error('This machine has no free port.')
}

/** Whether the port is free or becomes free within 10 seconds: a killed program may take a moment to let go of it. */
export async function becomesFree(port: number, host?: string): Promise<boolean> {
  for (const until = performance.now() + 10_000; performance.now() < until; await sleep(100)) {
    if ((await listenOnce(port, host)) !== undefined) return true
  }
  return false
}

const listenOnce = (port: number, host?: string) =>
  new Promise<number | undefined>((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(undefined))
    server.listen(port, host, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : undefined))
    })
  })
