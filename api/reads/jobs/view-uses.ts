import type pg from 'pg'
import { memberDocuments, sharedViewsDocument } from '#api/reads/documents.ts'
import { isOffice } from '#core/model/access.ts'
import { mostDaysUnused } from '#core/views/jobs-list.ts'
import { viewsIn } from '#core/views/views.ts'
import { inCompany, readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

/** Somebody in the office, and the view that they have opened. */
type Opened = { companyId: string; viewId: string; userId: string }

const dayLength = 86_400_000

/**
 * Notes that a person has opened a view that the office shares, at most once a day, and returns how many people of the office have opened
 * it within the last days. A view that is not shared is used by nobody.
 */
export async function noteViewOpened(pool: pg.Pool, opened: Opened, now: Date): Promise<number> {
  const { companyId, viewId, userId } = opened
  const before = (days: number) => new Date(now.getTime() - days * dayLength).toISOString()
  const [shared, members, users] = await readInCompany(pool, companyId, [
    sharedViewsDocument({ companyId, key: companyId }),
    memberDocuments({ companyId }),
    usersOf({ companyId, viewId, since: before(mostDaysUnused) }),
  ])
  if (!viewsIn(shared.rows[0]?.body).some((one) => one.viewId === viewId)) return 0
  const known = users.rows.find((one) => one.userId === userId)
  if (!known || known.openedAt <= before(1))
    await inCompany(pool, companyId, async (client) => {
      await client.query(forgetUnused({ companyId, until: before(mostDaysUnused) }))
      await client.query(noteUse({ ...opened, at: now.toISOString() }))
    })
  const office = members.rows.filter(({ body }) => body.state === 'active' && isOffice(body.userRole))
  const using = new Set([userId, ...users.rows.map((one) => one.userId)])
  return office.filter(({ body }) => using.has(body.userId)).length
}

const usersOf = statement('view-users', (p: Parameters<{ companyId: string; viewId: string; since: string }>) =>
  db
    .selectFrom('view_use')
    .select(['user_id as userId', 'opened_at as openedAt'])
    .where('company_id', '=', p.companyId)
    .where('view_id', '=', p.viewId)
    .where('opened_at', '>=', p.since),
)

const openedBy = statement('views-opened', (p: Parameters<{ companyId: string; userId: string }>) =>
  db
    .selectFrom('view_use')
    .select(['view_id as viewId', 'opened_at as openedAt'])
    .where('company_id', '=', p.companyId)
    .where('user_id', '=', p.userId)
    .orderBy('opened_at', 'desc'),
)

/** Which shared views a person has opened, and when last. */
export async function readViewsOpened(pool: pg.Pool, { companyId, userId }: Pick<Opened, 'companyId' | 'userId'>) {
  const [{ rows }] = await readInCompany(pool, companyId, [openedBy({ companyId, userId })])
  return rows
}

const noteUse = statement('note-view-use', (p: Parameters<Opened & { at: string }>) =>
  db
    .insertInto('view_use')
    .values({ company_id: p.companyId, view_id: p.viewId, user_id: p.userId, opened_at: p.at })
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'view_id', 'user_id'])
        .doUpdateSet(({ ref }) => ({ opened_at: ref('excluded.opened_at') })),
    ),
)

const forgetUnused = statement('forget-view-uses', (p: Parameters<{ companyId: string; until: string }>) =>
  db.deleteFrom('view_use').where('company_id', '=', p.companyId).where('opened_at', '<', p.until),
)

const forgetOf = statement('forget-uses-of-person', (p: Parameters<{ companyId: string; userId: string }>) =>
  db.deleteFrom('view_use').where('company_id', '=', p.companyId).where('user_id', '=', p.userId),
)

/** Forgets which views a person has opened. */
export async function forgetViewUses(client: pg.ClientBase, person: { companyId: string; userId: string }) {
  await client.query(forgetOf(person))
}
