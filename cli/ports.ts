import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** The preferred port of this machine if it is free, else another one. */
export async function freePort(preferred: number): Promise<number> {
  return (await listenOnce(preferred, '127.0.0.1')) ?? (await listenOnce(0, '127.0.0.1')) ?? preferred
}

/** Waits for the port: the API of a supervisor that was killed may take a moment to go. Throws if it stays taken. */
export async function untilFree(port: number) {
  for (const until = performance.now() + 10_000; performance.now() < until; await sleep(250)) {
    if (await listenOnce(port)) return
  }
  throw new Error(`Another program listens on port ${port}. Stop it, or set PORT to another number.`)
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
