import { type RequestHandler, Router } from 'express'
import type pg from 'pg'
import { doneBy } from '#api/audit/from-request.ts'
import { parse, refused } from '#api/http/errors.ts'
import { requireConfirmed } from '#api/rights/confirmed.ts'
import { requireMember } from '#api/rights/require-member.ts'
import type { Services } from '#api/services/services.ts'
import { may } from '#core/model/access.ts'
import { isRefusal, refuse } from '#core/model/refusals.ts'
import { type ClosingAnswer, closingRequest } from '#core/wire/account/closing.ts'
import { paths } from '#core/wire/paths.ts'
import { closeCompany, reopenCompany } from './close-company.ts'

/** Closing a company, and reopening it within its thirty days: the owner's alone. */
export function closingRoutes(services: Services): Router {
  const owner: RequestHandler[] = [requireMember(services), ownerOnly]
  return Router()
    .post(paths.companyClosing, [...owner, requireConfirmed(services)], close(services))
    .delete(paths.companyClosing, owner, reopen(services))
}

const close =
  ({ authPool, audit, bell, now }: Services): RequestHandler =>
  async (req, res) => {
    const { member } = res.locals
    const { name } = parse(closingRequest, req.body)
    const noted = doneBy(req, member, 'key-changed', 'company-closed')
    const record = (client: pg.ClientBase) => audit.recordIn(client, noted)
    const closed = await closeCompany(authPool, member, { name, now: now(), record })
    if (isRefusal(closed)) throw refused(closed)
    bell.ring('fettle_appended', [member.companyId])
    res.json({ eraseAt: closed.eraseAt } satisfies ClosingAnswer)
  }

const reopen =
  ({ authPool, audit, bell, now }: Services): RequestHandler =>
  async (req, res) => {
    const { member } = res.locals
    const noted = doneBy(req, member, 'key-changed', 'company-reopened')
    const record = (client: pg.ClientBase) => audit.recordIn(client, noted)
    const refusal = await reopenCompany(authPool, member, { now: now(), record })
    if (refusal) throw refused(refusal)
    bell.ring('fettle_appended', [member.companyId])
    res.json({ message: 'Your company is open again.' })
  }

const ownerOnly: RequestHandler = (_req, res, next) => {
  if (!may.closeCompany(res.locals.member.role)) throw refused(refuse('owner-only'))
  next()
}
