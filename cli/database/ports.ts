import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A port of this machine that nobody listens on. */
export async function freePort(): Promise<number> {
  const port = await listenOnce(0, '127.0.0.1')
  if (port === undefined) throw new Error('This machine has no free port.')
  return port
}

/** Whether nobody listens on the port, or soon nobody does: a program that was killed may take a moment to go. */
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
