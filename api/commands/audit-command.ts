import type { Request } from 'express'
import * as z from 'zod/mini'
import type { AuditLog } from '#api/audit/audit-log.ts'
import { doneBy, refusesRight } from '#api/audit/from-request.ts'
import type { MemberRights } from '#api/rights/rights.ts'
import { id } from '#core/model/values.ts'
import type { CommandResult } from '#core/wire/commands.ts'

/** What each command about a member makes of them in the audit list; a change of role names the role. */
const changes: Record<string, string> = { ChangeRole: '', RemoveMember: 'removed', RestoreMember: 'restored' }
const aboutMember = z.object({ userId: id, userRole: z.optional(z.string()) })

type Sent = { type: string; data: unknown }

/** Puts a command into the audit list if it was refused for want of a right, or changed somebody's. Throws the database's error. */
export async function auditCommand(
  audit: AuditLog,
  req: Request,
  member: MemberRights,
  { type, data }: Sent,
  { status, code = '' }: Pick<CommandResult, 'status' | 'code'>,
): Promise<void> {
  if (status === 'refused') {
    if (refusesRight(code)) audit.note(doneBy(req, member, 'refused', code, type))
    return
  }
  const change = Object.hasOwn(changes, type) ? changes[type] : undefined
  const about = aboutMember.safeParse(data)
  if (change === undefined || !about.success) return
  const { userId, userRole = '' } = about.data
  await audit.record(doneBy(req, member, 'role-changed', change || userRole, userId))
}
