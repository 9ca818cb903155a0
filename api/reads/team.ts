import type pg from 'pg'
import { type KeptWork, openSessions, workOfAll } from '#api/accounts/unsent-work-rows.ts'
import { withoutErased } from '#core/member/details.ts'
import type { Member } from '#core/member/member.ts'
import { type Named, nameOfPerson } from '#core/member/names.ts'
import { isOffice } from '#core/model/access.ts'
import type { Role } from '#core/model/messages.ts'
import type { TeamAnswer } from '#core/wire/account/team.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { accountsQuery } from './accounts.ts'
import { memberDocuments, seqQuery } from './documents.ts'

/** Current and former members, owner first; only the owner sees emails, joining dates and last use, and the office unsent work. */
export async function readTeam(pool: pg.Pool, companyId: string, role: Role): Promise<TeamAnswer> {
  const [members, accounts, checkpoint, used, unsent, open] = await readInCompany(pool, companyId, [
    memberDocuments({ companyId }),
    accountsQuery(companyId),
    seqQuery(companyId, 'members'),
    lastUsedByUser({ companyId }),
    workOfAll({ companyId }),
    openSessions({ companyId }),
  ])
  const sessions = new Set(open.rows.map((one) => one.sessionId))
  const unsentOf = Map.groupBy(
    isOffice(role) ? unsent.rows.filter((one) => sessions.has(one.sessionId)) : [],
    (one) => one.userId,
  )
  const lastUsed = new Map(used.rows.map((one) => [one.user_id, one.last_used_at]))
  const account = new Map(accounts.rows.map((one) => [one.user_id, one]))
  const users = members.rows
    .map(({ body }) => {
      const { username = '', email } = account.get(body.userId) ?? {}
      const { userId, userRole, state, createdAt, erased } = body
      const lastActiveAt = lastUsed.get(userId)
      const known = {
        createdAt,
        ...(email === undefined || erased ? {} : { email }),
        ...(erased === undefined ? {} : { erased: true }),
        ...(lastActiveAt ? { lastActiveAt } : {}),
      }
      const work = unsentOf.get(userId)
      return {
        ...{ userId, username, userRole, state, ...namedAs(body) },
        ...(role === 'owner' ? known : {}),
        ...(work && state === 'active' ? { unsentWork: unsentWorkOf(work) } : {}),
      }
    })
    .sort((a, b) => order.indexOf(a.userRole) - order.indexOf(b.userRole) || byName(a, b))
  return { users, seq: checkpoint.rows[0]?.seq ?? 0 }
}

/** What a person's devices said last, together. */
function unsentWorkOf(devices: readonly KeptWork[]): NonNullable<TeamAnswer['users'][number]['unsentWork']> {
  const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)
  const [oldest] = devices.flatMap(({ work }) => work.oldest ?? []).toSorted()
  return {
    refused: sum(devices.map(({ work }) => work.refused)),
    waiting: sum(devices.map(({ work }) => work.waiting)),
    ...(oldest ? { oldest } : {}),
    toldOfAt:
      devices
        .map((one) => one.toldOfAt)
        .toSorted()
        .at(-1) ?? '',
  }
}

/** How a member is called and reached. Nobody need reach somebody who has left. */
function namedAs({ state, earlierNames, ...member }: Member) {
  const { telephone, ...details } = withoutErased(member)
  return {
    ...details,
    ...(telephone && state !== 'removed' ? { telephone } : {}),
    ...(earlierNames?.length ? { earlierNames } : {}),
  }
}

const byName = (a: Named, b: Named) => nameOfPerson(a).localeCompare(nameOfPerson(b), 'en-GB')

const lastUsedByUser = statement('last-used', (p: Parameters<{ companyId: string }>) =>
  db
    .selectFrom('session')
    .select(({ fn }) => ['user_id', fn.max('last_used_at').as('last_used_at')])
    .where('company_id', '=', p.companyId)
    .groupBy('user_id'),
)

const order: readonly Role[] = ['owner', 'admin', 'team']
