import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A line to a server that can fall silent: its connections stay open, but nothing passes. */
export async function startSilentLine(target: string) {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let silent = false
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes) => to.write(bytes))
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      from.on('error', () => to.destroy())
      if (silent) from.pause()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    fallSilent() {
      silent = true
      for (const one of sockets) one.pause()
    },
    resume() {
      silent = false
      for (const one of sockets) one.resume()
    },
    async close() {
      for (const one of sockets) one.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
