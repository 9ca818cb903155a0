import type { RequestHandler } from 'express'
import { readFactors } from '#api/accounts/second-factor/factor-rows.ts'
import { lockSecondFactor, namesWithoutFactor, putRule, readRule } from '#api/accounts/second-factor/rule-rows.ts'
import { doneBy } from '#api/audit/from-request.ts'
import type { Noted } from '#api/audit/repeats.ts'
import { appendOrConflict, decideAppend, retryOnConflict, serverStamp } from '#api/commands/decide-and-append.ts'
import { parse, refused } from '#api/http/errors.ts'
import { type MemberRights, readMembers } from '#api/rights/rights.ts'
import type { Services } from '#api/services/services.ts'
import { bindsRole } from '#core/company/second-factor-rule.ts'
import { may } from '#core/model/access.ts'
import { isRefusal, type Refusal, refuse } from '#core/model/refusals.ts'
import {
  type SecondFactorRuleAnswer,
  type SecondFactorRuleRequest,
  secondFactorRuleRequest,
} from '#core/wire/account/second-factor.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { readStream } from '#ledger/log/read.ts'

/** GET /api/company/second-factor: whom the company requires to have a second factor, and who of the office has none. */
export const showRule =
  ({ authPool, ledgerPool }: Services): RequestHandler =>
  async (_req, res) => {
    const { companyId } = res.locals.member
    const [secondFactorFor, { members }] = await Promise.all([
      readRule(authPool, companyId),
      readMembers(ledgerPool, companyId),
    ])
    const office = members.filter((one) => one.state === 'active' && bindsRole('office', one.userRole))
    const without = await namesWithoutFactor(
      authPool,
      office.map((one) => one.userId),
    )
    res.json({ secondFactorFor, without } satisfies SecondFactorRuleAnswer)
  }

/** PUT /api/company/second-factor: sets the rule. At once, people whom it binds can do nothing but set up a second factor, if they have none. */
export const setRule =
  ({ audit, authPool, bell, now }: Services): RequestHandler =>
  async (req, res) => {
    const { member } = res.locals
    const asked = parse(secondFactorRuleRequest, req.body)
    const noted = doneBy(req, member, 'key-changed', `second-factor-for-${asked.secondFactorFor}`)
    const refusal = await recordRule({ authPool, audit }, member, asked, { now: now(), noted })
    if (refusal) throw refused(refusal)
    // Makes every process check its sockets' rights again.
    bell.ring('fettle_appended', [member.companyId])
    res.json({ message: 'Saved.' })
  }

/** Records the rule, keeps its row and puts it into the audit list, all or nothing, unless it is so already. */
function recordRule(
  { authPool, audit }: Pick<Services, 'authPool' | 'audit'>,
  owner: MemberRights,
  { secondFactorFor, from }: SecondFactorRuleRequest,
  { now, noted }: { now: Date; noted: Noted },
): Promise<Refusal | undefined> {
  const { companyId, userId } = owner
  return retryOnConflict(async () => {
    const history = await readStream(authPool, companyId, companyId)
    return inCompany(authPool, companyId, async (client) => {
      await lockSecondFactor(client, userId)
      const hasSecondFactor = (await readFactors(client, userId)).length > 0
      const command = { type: 'SetSecondFactorRule', data: { companyId, secondFactorFor, from } } as const
      const decision = decideAppend(owner, command, { history, facts: { hasSecondFactor } }, serverStamp(now))
      if (isRefusal(decision)) return decision
      if (decision.events.length === 0) return undefined
      await audit.recordIn(client, noted)
      await appendOrConflict(client, decision)
      await putRule(client, companyId, secondFactorFor)
    })
  })
}

/** Behind requireMember. */
export const ownerOnly: RequestHandler = (_req, res, next) => {
  if (!may.setSignInRules(res.locals.member.role)) throw refused(refuse('owner-only'))
  next()
}
