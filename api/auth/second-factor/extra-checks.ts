import type { RequestHandler } from 'express'
import { setExtraChecks } from '#api/accounts/second-factor/extra-checks.ts'
import { readRule } from '#api/accounts/second-factor/rule-rows.ts'
import { doneBy } from '#api/audit/from-request.ts'
import { parse, refused } from '#api/http/errors.ts'
import type { Services } from '#api/services/services.ts'
import { bindsRole } from '#core/company/second-factor-rule.ts'
import { refuse } from '#core/model/refusals.ts'
import { extraChecksRequest } from '#core/wire/account/second-factor.ts'
import { inCompany } from '#ledger/database/connect.ts'

/** PUT /api/auth/extra-checks: whether a person is asked again before big changes. People who must have a second factor always are. */
export const setOwnExtraChecks =
  ({ audit, authPool }: Services): RequestHandler =>
  async (req, res) => {
    const { member } = res.locals
    const { userId, companyId, role } = member
    const { asksAgain } = parse(extraChecksRequest, req.body)
    if (!asksAgain && bindsRole(await readRule(authPool, companyId), role))
      throw refused(refuse('extra-checks-required'))
    await inCompany(authPool, companyId, async (client) => {
      await setExtraChecks(client, userId, asksAgain)
      await audit.recordIn(
        client,
        doneBy(req, member, 'key-changed', asksAgain ? 'extra-checks' : 'extra-checks-ended'),
      )
    })
    res.json({ message: 'Saved.' })
  }
