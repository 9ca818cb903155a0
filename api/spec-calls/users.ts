import type { RequestHandler } from 'express'
import { audited } from '#api/commands/audit-command.ts'
import type { CommandContext } from '#api/commands/handle-command.ts'
import { parse, refused } from '#api/http/errors.ts'
import type { Outcomes } from '#api/metrics/metrics.ts'
import type { Services } from '#api/services/services.ts'
import { may } from '#core/model/access.ts'
import { refuse } from '#core/model/refusals.ts'
import { id } from '#core/model/values.ts'
import { changeUserRequest } from '#core/wire/account/team.ts'
import { sendCommand } from './send-command.ts'

/** PUT /api/users/:userId: changes the role of a member of one's own company. */
export const changeUser =
  (services: Services, context: CommandContext, outcomes: Outcomes): RequestHandler =>
  async (req, res) => {
    const { member } = res.locals
    const { role: userRole } = parse(changeUserRequest, req.body)
    if (!may.manageUsers(member.role)) throw refused(refuse('owner-only'))
    const userId = userIdOf(req.params.userId)
    const change = { type: 'ChangeRole', data: { userId, userRole } } as const
    await sendCommand(audited(services, context, req, member), outcomes, member, change)
    res.json({ message: 'User role updated successfully.' })
  }

/** DELETE /api/users/:userId: removes a member from one's own company. */
export const deleteUser =
  (services: Services, context: CommandContext, outcomes: Outcomes): RequestHandler =>
  async (req, res) => {
    const { member } = res.locals
    if (!may.manageUsers(member.role)) throw refused(refuse('owner-only'))
    const userId = userIdOf(req.params.userId)
    const removal = { type: 'RemoveMember', data: { userId } } as const
    await sendCommand(audited(services, context, req, member), outcomes, member, removal)
    res.json({ message: 'User deleted successfully.' })
  }

/** The user id in a path. Throws a 404 if it is not an id. */
export function userIdOf(text: unknown): string {
  const userId = id.safeParse(text)
  if (!userId.success) throw refused(refuse('member-not-found'))
  return userId.data
}
