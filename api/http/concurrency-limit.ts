import type { Request, RequestHandler, Response } from 'express'
import { HttpFailure } from './errors.ts'

type Limits = { person: number; process: number; error: string; code: string }

/** Limits how many runs of costly work one person and the whole process may have at a time; others get a 429. */
export function limitConcurrency({ person, process, error, code }: Limits) {
  const running: string[] = []
  return (work: (req: Request, res: Response) => Promise<void>): RequestHandler =>
    async (req, res) => {
      const { userId } = res.locals.member
      const own = running.filter((one) => one === userId).length
      if (own >= person || running.length >= process)
        throw new HttpFailure(429, { error, code }, { 'Retry-After': '5' })
      running.push(userId)
      try {
        await work(req, res)
      } finally {
        running.splice(running.indexOf(userId), 1)
      }
    }
}
