import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** How bad a line is: its bytes per second in each direction, and how many milliseconds it lasts before it is cut. */
export type Badness = { rate: number; cutEvery: number }

const tick = 20
/** One direction of one connection: the bytes that it holds back, and passing a tick's share of them on. */
type Passing = { size: () => number; release: (share?: number) => void }

/** The most that a direction holds back, in bytes; more waits at its sender. */
const held = 32 * 1024

/**
 * A line to a local port that can become slow and be cut, all of its connections at once. Its time goes by its own ticks while bytes
 * pass: on a busy machine, where ticks or senders are late, it is cut later too, so that as many bytes pass between two cuts as on
 * any other.
 */
export async function startSlowLine(port: number) {
  let badness: Badness | undefined
  let lasted = 0
  let sentUp = 0
  const open = new Set<Socket>()
  const directions = { up: new Set<Passing>(), down: new Set<Passing>() }

  /** Passes bytes on, as many at a time as its share of the line allows. */
  function pass(from: Socket, to: Socket, direction: keyof typeof directions) {
    let waiting: Buffer[] = []
    const size = () => waiting.reduce((sum, { length }) => sum + length, 0)
    const release = (share = Number.POSITIVE_INFINITY) => {
      const all = Buffer.concat(waiting)
      const part = all.subarray(0, Math.ceil(share))
      waiting = part.length < all.length ? [all.subarray(part.length)] : []
      if (part.length > 0) to.write(part)
      if (direction === 'up') sentUp += part.length
      if (size() < held) from.resume()
    }
    from.on('data', (bytes) => {
      waiting.push(Buffer.from(bytes))
      if (!badness) release()
      else if (size() >= held) from.pause()
    })
    from.on('end', () => {
      if (size() === 0) to.end()
    })
    const passing: Passing = { size, release }
    directions[direction].add(passing)
    from.once('close', () => {
      directions[direction].delete(passing)
      to.destroy()
    })
    from.on('error', () => to.destroy())
  }

  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    open.add(near)
    near.once('close', () => open.delete(near))
    pass(near, far, 'up')
    pass(far, near, 'down')
  })
  const cut = () => {
    for (const one of open) one.resetAndDestroy()
  }
  const ticking = setInterval(() => {
    let isUsed = false
    for (const all of [directions.up, directions.down]) {
      const sharing = [...all].filter(({ size }) => size() > 0)
      const share = badness && (badness.rate * tick) / 1_000 / sharing.length
      for (const { release } of sharing) release(share)
      isUsed ||= sharing.length > 0
    }
    if (isUsed) lasted += tick
    if (badness && lasted >= badness.cutEvery) {
      lasted = 0
      cut()
    }
  }, tick)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    /** The bytes that have gone to the server since the line last changed. */
    sentUp: () => sentUp,
    /** Makes the line bad or, without an argument, good again; either way its connections begin anew. */
    become(next?: Badness) {
      badness = next
      sentUp = 0
      lasted = 0
      cut()
    },
    async close() {
      clearInterval(ticking)
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
