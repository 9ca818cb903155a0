import type { Request, Response } from 'express'

/**
 * A connection that the server waits for is slow if it moves fewer than `leastBytes` in each of so many intervals in a row. An
 * interval is in milliseconds.
 */
export type LeastPace = { interval: number; intervals: number; leastBytes: number }
const usual: LeastPace = { interval: 1_000, intervals: 5, leastBytes: 16 * 1024 }

/** Whether a request's connection is slow at this moment. */
export type Pace = { isSlow(): boolean; stop(): void }

/** Watches how fast a body arrives and an answer is taken. A server that is busy itself makes no connection slow. */
export function watchPace(req: Request, res: Response, { interval, intervals, leastBytes } = usual): Pace {
  const { socket } = req
  const moved = () => socket.bytesRead + socket.bytesWritten - socket.writableLength
  let before = moved()
  let slowIntervals = 0
  const timer = setInterval(() => {
    const now = moved()
    const isWaiting = !req.complete || res.writableNeedDrain
    slowIntervals = isWaiting && now - before < leastBytes ? slowIntervals + 1 : 0
    before = now
  }, interval).unref()
  return { isSlow: () => slowIntervals >= intervals, stop: () => clearInterval(timer) }
}
