import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A proxy to a database that a test can cut or make unresponsive. */
export type FaultyProxy = {
  /** The database's address through the proxy. */
  url: string
  /** Closes all connections and accepts no more, as if the database were down. */
  cut(): Promise<void>
  /** Sends nothing more but keeps all connections open, as if a network dropped packets. */
  silence(): void
  /** Restores normal operation. */
  mend(): Promise<void>
  close(): Promise<void>
}

/** Opens a proxy to the database at this address. */
export async function openFaultyProxy(databaseUrl: string): Promise<FaultyProxy> {
  const to = new URL(databaseUrl)
  const ends = new Set<Socket>()
  let silent = false
  let line = createServer()

  function carry(near: Socket) {
    ends.add(near)
    near.on('error', () => undefined).on('close', () => ends.delete(near))
    if (silent) return
    const far = connect(Number(to.port || 5432), to.hostname)
    ends.add(far)
    far.on('error', () => near.destroy()).on('close', () => near.destroy() && ends.delete(far))
    near.on('close', () => far.destroy())
    near.on('data', (chunk) => silent || far.write(chunk))
    far.on('data', (chunk) => silent || near.write(chunk))
  }

  async function listen(port: number): Promise<number> {
    line = createServer(carry).listen(port, '127.0.0.1')
    await once(line, 'listening')
    const address = line.address()
    if (address === null || typeof address === 'string') throw new Error('No port')
    return address.port
  }

  async function cut() {
    const closed = line.listening && once(line, 'close')
    line.close()
    for (const end of ends) end.destroy()
    await closed
  }

  const port = await listen(0)
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return {
    url: url.href,
    cut,
    silence() {
      silent = true
    },
    async mend() {
      silent = false
      await cut()
      await listen(port)
    },
    close: cut,
  }
}
