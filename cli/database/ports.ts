import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A free port of this machine. */
export async function freePort(): Promise<number> {
  const port = await listenOnce(0, '127.0.0.1')
  if (port === undefined) throw new Error('This machine has no free port.')
  return port
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
