import type { Request, RequestHandler, Response } from 'express'
import { HttpFailure } from '#api/http/errors.ts'
import { type LeastPace, watchPace } from './pace.ts'
import { openSlots, type SlotLimits, SlotsFull } from './slots.ts'

type Refusal = { error: string; code: string; leastPace?: LeastPace }

/** Work for a request of a signed-in person. The signal is aborted when the caller has hung up or lost the slot. */
export type SlotWork = (req: Request, res: Response, signal: AbortSignal) => Promise<void>

/**
 * Runs costly work of requests in slots: two at once for a person, four for a company, and never the last of all for one company
 * that has others. A caller without a slot is answered with a 429. A slow connection is cut off when others need its slot.
 */
export function inSlots({ error, code, leastPace, ...limits }: SlotLimits & Refusal) {
  const slots = openSlots(limits)
  return (work: SlotWork): RequestHandler =>
    async (req, res) => {
      const { companyId, userId } = res.locals.member
      const signal = whileConnected(res)
      const pace = watchPace(req, res, leastPace)
      const claim = { companyId, userId, signal, isSlow: pace.isSlow, lose: () => void req.socket.destroy() }
      try {
        await slots(claim, () => work(req, res, signal))
      } catch (failure) {
        if (failure instanceof SlotsFull) throw new HttpFailure(429, { error, code }, { 'Retry-After': '5' })
        // Nobody is left who could be told.
        if (!signal.aborted || failure !== signal.reason) throw failure
      } finally {
        pace.stop()
      }
    }
}

/** A signal that is aborted when the response is over, or its caller has hung up. */
export function whileConnected(res: Response): AbortSignal {
  const over = new AbortController()
  if (res.destroyed || res.closed) over.abort()
  else res.once('close', () => over.abort())
  return over.signal
}
