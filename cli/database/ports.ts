import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Ports that no operating system gives to outgoing connections by itself (Linux begins at 32768, the others at 49152).
 * A port that `listen(0)` finds is one of theirs: any connection may take it before it is listened on, or while the
 * server that keeps it is restarted.
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
