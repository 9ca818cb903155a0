import type { RequestHandler } from 'express'

/** How long a body may take, and how little of it may come between two looks. Times in milliseconds. */
export type Patience = { total: number; everyLook?: number; bytesALook?: number }

/** For bodies that are small. */
export const briefly: Patience = { total: 30_000 }
/** For photos over a bad line, as long as something comes. */
export const patiently: Patience = { total: 600_000, everyLook: 30_000, bytesALook: 1_024 }

/** Answers 408 to a request whose body does not come, and cuts its connection: it would hold it and what was read so far. */
export const refuseSlow =
  ({ total, everyLook = total, bytesALook = 0 }: Patience): RequestHandler =>
  (req, res, next) => {
    if (req.complete && req.readableEnded) return next()
    const { socket } = req
    const until = Date.now() + total
    let seen = socket.bytesRead
    const looks = setInterval(() => {
      const came = socket.bytesRead - seen
      seen = socket.bytesRead
      if (!req.complete && (came < bytesALook || Date.now() >= until)) cut()
    }, everyLook)
    const stop = () => clearInterval(looks)
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
