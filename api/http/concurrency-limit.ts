import type { Request, RequestHandler, Response } from 'express'
import { HttpFailure } from './errors.ts'

type Limits = { person: number; process: number; error: string; code: string }

/** Lets a person, and the process, have a few of something costly at a time; who asks for more is told to come back. */
export function limitConcurrency({ person, process, error, code }: Limits) {
  const underWay: string[] = []
  return (work: (req: Request, res: Response) => Promise<void>): RequestHandler =>
    async (req, res) => {
      const { userId } = res.locals.member
      const own = underWay.filter((one) => one === userId).length
      if (own >= person || underWay.length >= process)
        throw new HttpFailure(429, { error, code }, { 'Retry-After': '5' })
      underWay.push(userId)
      try {
        await work(req, res)
      } finally {
        underWay.splice(underWay.indexOf(userId), 1)
      }
    }
}
