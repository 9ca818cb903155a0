import type { RequestHandler } from 'express'

/** How long a body may take in all, and the fewest bytes that must arrive in each interval. Times in milliseconds. */
export type BodyTimeout = { total: number; interval?: number; minBytes?: number }

/** For small bodies. */
export const smallBody: BodyTimeout = { total: 30_000 }
/** For photos over a slow connection, as long as data keeps arriving. */
export const largeBody: BodyTimeout = { total: 600_000, interval: 30_000, minBytes: 1_024 }

/** Responds with 408 if a body does not arrive in time, and closes the connection, which would hold memory otherwise. */
export const refuseSlow =
  ({ total, interval = total, minBytes = 0 }: BodyTimeout): RequestHandler =>
  (req, res, next) => {
    if (req.complete && req.readableEnded) return next()
    const { socket } = req
    const until = Date.now() + total
    let seen = socket.bytesRead
    const timer = setInterval(() => {
      const arrived = socket.bytesRead - seen
      seen = socket.bytesRead
      if (!req.complete && (arrived < minBytes || Date.now() >= until)) cut()
    }, interval)
    const stop = () => clearInterval(timer)
    const cut = () => {
      stop()
      if (res.headersSent) return void socket.destroy()
      res.once('finish', () => socket.destroySoon())
      const body = { error: 'The request took too long to arrive.', code: 'too-slow' }
      res.status(408).set('Connection', 'close').json(body)
    }
    req.once('end', stop).once('close', stop)
    next()
  }
