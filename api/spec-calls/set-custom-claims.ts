import type { RequestHandler } from 'express'
import { audited } from '#api/commands/audit-command.ts'
import type { CommandContext } from '#api/commands/handle-command.ts'
import { HttpFailure, parse } from '#api/http/errors.ts'
import type { Outcomes } from '#api/metrics/metrics.ts'
import { accountsQuery } from '#api/reads/accounts.ts'
import { readMember } from '#api/rights/rights.ts'
import type { Services } from '#api/services/services.ts'
import { id } from '#core/model/values.ts'
import { customClaimsRequest } from '#core/wire/account/team.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { sendCommand } from './send-command.ts'

/**
 * POST /api/claims/setCustomClaims. Users may re-assert their present claims; an owner may set a member of their own company to
 * admin or team. Everything else is 403: raising one's own role, making an owner, renaming, or touching another company.
 */
export const setCustomClaims =
  (services: Services, context: CommandContext, outcomes: Outcomes): RequestHandler =>
  async (req, res) => {
    const { ledgerPool } = services
    const { member } = res.locals
    const { uid, userRole, username, companyId } = parse(customClaimsRequest, req.body)
    const userId = id.safeParse(uid).data
    if (!userId || companyId.toLowerCase() !== member.companyId) throw notSet
    const [person, [{ rows }]] = await Promise.all([
      readMember(ledgerPool, { companyId: member.companyId, userId }),
      readInCompany(ledgerPool, member.companyId, [accountsQuery(member.companyId)]),
    ])
    const isNamed = rows.some((one) => one.user_id === userId && one.username === username)
    if (!person || person.state === 'removed' || !isNamed) throw notSet
    if (userId === member.userId) {
      if (userRole !== member.role) throw notSet
    } else {
      if (member.role !== 'owner' || userRole === 'owner') throw notSet
      const change = { type: 'ChangeRole', data: { userId, userRole } } as const
      await sendCommand(audited(services, context, req, member), outcomes, member, change)
    }
    res.json({ message: 'Custom claims set successfully!' })
  }

const notSet = new HttpFailure(403, { error: 'Failed to set custom claims', code: 'claims-refused' })
