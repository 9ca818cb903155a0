import type { Request } from 'express'
import type { AuditLog } from '#api/audit/audit-log.ts'
import { doneBy, refusesRight } from '#api/audit/from-request.ts'
import type { MemberRights } from '#api/rights/rights.ts'
import type { Services } from '#api/services/services.ts'
import type { Event } from '#core/ledger/ledger.ts'
import type { CommandResult } from '#core/wire/commands.ts'
import { appendWith } from './decide-and-append.ts'
import type { CommandContext } from './handle-command.ts'

/**
 * The context of a member's request: what changes somebody's rights is appended together with its entry in the audit list, or neither
 * is.
 */
export const audited = (
  { audit, authPool }: Pick<Services, 'audit' | 'authPool'>,
  { log, ...context }: CommandContext,
  req: Request,
  member: MemberRights,
): CommandContext => ({
  ...context,
  log: {
    ...log,
    append(decision) {
      const detail = decision.events.map(detailOf).find((one) => one !== undefined)
      if (detail === undefined) return log.append(decision)
      const noted = doneBy(req, member, 'role-changed', detail, decision.streamId)
      return appendWith(authPool, decision, (client) => audit.recordIn(client, noted))
    },
  },
})

/** What an event makes of a member in the audit list: a change of role names the role. */
function detailOf(event: Event): string | undefined {
  if (event.type === 'RoleChanged') return event.data.to
  if (event.type === 'MemberRemoved') return 'removed'
  return event.type === 'MemberRestored' ? 'restored' : undefined
}

/** Puts a command into the audit list if it was refused for want of a right. */
export function noteRefusedCommand(
  audit: AuditLog,
  req: Request,
  member: MemberRights,
  { type }: { type: string },
  { status, code = '' }: Pick<CommandResult, 'status' | 'code'>,
): void {
  if (status === 'refused' && refusesRight(code)) audit.note(doneBy(req, member, 'refused', code, type))
}
