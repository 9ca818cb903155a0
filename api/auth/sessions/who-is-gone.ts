import type { RequestHandler } from 'express'
import { parse } from '#api/http/errors.ts'
import { isGoneTokenOf } from '#api/rights/gone-token.ts'
import { whyWithoutPlace } from '#api/rights/rights.ts'
import type { Services } from '#api/services/services.ts'
import { type GoneAnswer, goneRequest } from '#core/wire/account/gone.ts'

/**
 * POST /api/auth/gone: which of the people who were signed in on a device have no place any more, and why. For a device whose session
 * has expired: it then deletes what it holds of them. Without a person's token nothing is said of them, nor looked up.
 */
export const whoIsGone =
  ({ keys, ledgerPool }: Pick<Services, 'keys' | 'ledgerPool'>): RequestHandler =>
  async (req, res) => {
    const { people } = parse(goneRequest, req.body)
    const gone: GoneAnswer['gone'] = []
    for (const { goneToken, ...person } of people) {
      if (!isGoneTokenOf(keys, person, goneToken)) continue
      const code = await whyWithoutPlace(ledgerPool, person)
      if (code) gone.push({ userId: person.userId, code })
    }
    res.json({ gone } satisfies GoneAnswer)
  }
