import type pg from 'pg'
import { inCompany, readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

type Person = { companyId: string; userId: string }

const rowOf = statement('morning-list', (p: Parameters<Person>) =>
  db.selectFrom('morning_list').select('due_at').where('company_id', '=', p.companyId).where('user_id', '=', p.userId),
)

/** Whether a person gets the morning list. */
export async function hasMorningList(pool: pg.Pool, person: Person): Promise<boolean> {
  const [{ rows }] = await readInCompany(pool, person.companyId, [rowOf(person)])
  return rows.length > 0
}

const addRow = statement('turn-on-morning-list', (p: Parameters<Person & { dueAt: string }>) =>
  db
    .insertInto('morning_list')
    .values({ company_id: p.companyId, user_id: p.userId, due_at: p.dueAt })
    .onConflict((conflict) => conflict.columns(['company_id', 'user_id']).doNothing()),
)

/** Sends a person the list from `dueAt` on; one that they have stays as it is. */
export async function turnOnMorningList(pool: pg.Pool, person: Person & { dueAt: string }): Promise<void> {
  await inCompany(pool, person.companyId, (client) => client.query(addRow(person)))
}

const deleteRow = statement('turn-off-morning-list', (p: Parameters<Person>) =>
  db.deleteFrom('morning_list').where('company_id', '=', p.companyId).where('user_id', '=', p.userId),
)

/** Sends a person no more lists. In the caller's transaction, on the sign-in pool. */
export async function forgetMorningList(client: pg.ClientBase, person: Person): Promise<void> {
  await client.query(deleteRow(person))
}

/** {@link forgetMorningList} on its own. */
export async function turnOffMorningList(pool: pg.Pool, person: Person): Promise<void> {
  await inCompany(pool, person.companyId, (client) => forgetMorningList(client, person))
}

const moveOn = statement('move-morning-lists', (p: Parameters<{ companyId: string; now: string; next: string }>) =>
  db
    .updateTable('morning_list')
    .set({ due_at: p.next })
    .where('company_id', '=', p.companyId)
    .where('due_at', '<=', p.now)
    .returning('user_id'),
)

/**
 * The people of a company whose list is due; their next one is then due at `next`. Another process that asks at the same time waits for
 * the end of this transaction, on the sign-in pool, and then finds none of them.
 */
export async function takeDueLists(
  client: pg.ClientBase,
  asked: { companyId: string; now: string; next: string },
): Promise<string[]> {
  return (await rowsOf(client, moveOn(asked))).map((one) => one.user_id)
}

/** The companies that are looked at in one go. */
const mostCompanies = 100

const dueLists = () =>
  db
    .selectFrom('morning_list')
    .where(({ exists, not, selectFrom, ref }) =>
      not(
        exists(
          selectFrom('company_closing')
            .select('company_closing.company_id')
            .where('company_closing.company_id', '=', ref('morning_list.company_id')),
        ),
      ),
    )

const companiesOf = statement('companies-with-morning-lists', (p: Parameters<{ now: string; without: string[] }>) =>
  dueLists()
    .select('morning_list.company_id as companyId')
    .distinct()
    .where('due_at', '<=', p.now)
    .where((row) => row.not(row('morning_list.company_id', '=', row.fn.any(p.without))))
    .limit(mostCompanies),
)

const nextOf = statement('next-morning-list', (p: Parameters<{ now: string }>) =>
  dueLists().select('due_at').where('due_at', '>', p.now).orderBy('due_at').limit(1),
)

/** The open companies in which lists are due, without these. */
export async function readCompaniesWithLists(pool: pg.Pool, now: string, without: readonly string[]) {
  return (await rowsOf(pool, companiesOf({ now, without: [...without] }))).map((one) => one.companyId)
}

/** When the next list is due in any company. */
export async function readNextList(pool: pg.Pool, now: string): Promise<string | undefined> {
  return (await rowsOf(pool, nextOf({ now })))[0]?.due_at
}
