import type pg from 'pg'
import type { Member } from '#core/member/member.ts'
import type { Role } from '#core/model/messages.ts'
import type { TeamAnswer } from '#core/wire/account/team.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { accountsQuery } from './accounts.ts'
import { documentsQuery, seqQuery } from './documents.ts'

/** Everyone who is or was in the company, owner first; emails, since when and last use for the owner alone. */
export async function readTeam(pool: pg.Pool, companyId: string, role: Role): Promise<TeamAnswer> {
  const [members, accounts, checkpoint, used] = await readInCompany(pool, companyId, [
    documentsQuery(companyId, 'members'),
    accountsQuery(companyId),
    seqQuery(companyId, 'members'),
    {
      name: 'last-used',
      text: 'select user_id, max(last_used_at) last_used_at from session where company_id = $1 group by user_id',
      values: [companyId],
    },
  ])
  const lastUsed = new Map<string, string>(used.rows.map((one) => [one.user_id, one.last_used_at]))
  const account = new Map<string, { username: string; email: string }>(accounts.rows.map((one) => [one.user_id, one]))
  const users = members.rows
    .map(({ body }: { body: Member }) => {
      const { username = '', email } = account.get(body.userId) ?? {}
      const { userId, userRole, state, createdAt, erased } = body
      const lastActiveAt = lastUsed.get(userId)
      const known = {
        createdAt,
        ...(email === undefined || erased ? {} : { email }),
        ...(erased === undefined ? {} : { erased: true }),
        ...(lastActiveAt ? { lastActiveAt } : {}),
      }
      return { userId, username, userRole, state, ...(role === 'owner' ? known : {}) }
    })
    .sort((a, b) => order.indexOf(a.userRole) - order.indexOf(b.userRole) || a.username.localeCompare(b.username))
  return { users, seq: checkpoint.rows[0]?.seq ?? 0 }
}

const order: readonly Role[] = ['owner', 'admin', 'team']
