import { Router } from 'express'
import { notFound, parse, refused } from '#api/http/errors.ts'
import { requireConfirmedAgain } from '#api/rights/confirmed.ts'
import { requireMember } from '#api/rights/require-member.ts'
import type { MemberRights } from '#api/rights/rights.ts'
import type { Services } from '#api/services/services.ts'
import { userIdOf } from '#api/spec-calls/users.ts'
import { may } from '#core/model/access.ts'
import { isRefusal, refuse } from '#core/model/refusals.ts'
import {
  type ErasableAnswer,
  erasableQuery,
  erasureRequest,
  type MemberErasureAnswer,
  memberErasureRequest,
} from '#core/wire/erasure.ts'
import { paths } from '#core/wire/paths.ts'
import { eraseTexts } from './erase-events.ts'
import { eraseMember } from './erase-member.ts'
import { readErasable } from './read-erasable.ts'

/** Erasure by law: only for the owner, and permanent. */
export function erasureRoutes(services: Services): Router {
  const { ledgerPool, authPool, bell } = services
  const signedIn = requireMember(services)
  const confirmed = requireConfirmedAgain(services)
  const rung = ({ companyId }: MemberRights) => {
    bell.ring('fettle_appended', [companyId])
    bell.ring('fettle_runs', [companyId])
  }
  return Router()
    .get(paths.erasures, signedIn, async (req, res) => {
      const member = ownerOf(res.locals.member)
      const { seq } = parse(erasableQuery, req.query)
      const answer = await readErasable(ledgerPool, member, seq)
      if (!answer) throw notFound()
      res.json(answer satisfies ErasableAnswer)
    })
    .post(paths.erasures, signedIn, confirmed, async (req, res) => {
      const request = parse(erasureRequest, req.body)
      const member = ownerOf(res.locals.member)
      const erased = await eraseTexts(ledgerPool, member, request)
      if (isRefusal(erased)) throw refused(erased)
      rung(member)
      res.json({ seq: erased.seq })
    })
    .post(paths.memberErasure, signedIn, confirmed, async (req, res) => {
      const { reason } = parse(memberErasureRequest, req.body)
      const member = ownerOf(res.locals.member)
      const userId = userIdOf(req.params.userId)
      const username = await eraseMember(authPool, member, { userId, reason })
      if (typeof username !== 'string') throw refused(username)
      rung(member)
      res.json({ username } satisfies MemberErasureAnswer)
    })
}

function ownerOf(member: MemberRights): MemberRights {
  if (!may.erase(member.role)) throw refused(refuse('owner-only'))
  return member
}
