import { once } from 'node:events'
import type { Server } from 'node:http'

/** A server on a free port of this machine: its address, and its end, which also cuts open connections. */
export async function served(server: Server) {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
