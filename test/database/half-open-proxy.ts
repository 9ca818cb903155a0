import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A proxy to PostgreSQL that can go silent, as when a router drops a connection from its table. */
export type HalfOpenProxy = {
  /** The database's address through the proxy. */
  url: string
  /** Stops passing data on the open connections without closing them. New ones work. */
  freeze(): void
  close(): Promise<void>
}

export async function openHalfOpenProxy(databaseUrl: string): Promise<HalfOpenProxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const join = (from: Socket, to: Socket) => {
    sockets.add(from)
    from.on('error', () => undefined)
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
    from.pipe(to)
  }
  const server = createServer((client) => {
    const database = connect(Number(target.port || 5432), target.hostname)
    join(client, database)
    join(database, client)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port')
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(address.port)
  return {
    url: url.href,
    freeze() {
      for (const socket of sockets) socket.unpipe().pause()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
