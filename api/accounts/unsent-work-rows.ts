import type pg from 'pg'
import { type UnsentWork, unsentNews } from '#core/notifications/unsent-work.ts'
import type { JobChanges } from '#core/reactions/changes.ts'
import type { DeviceKind } from '#core/wire/account/device-name.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

type Device = { companyId: string; sessionId: string }
type Person = { companyId: string; userId: string }

/** What a device said last of its unsent work. */
export type KeptWork = {
  sessionId: string
  userId: string
  work: UnsentWork
  /** The kind of device. */
  on: DeviceKind
  /** When it said so. */
  toldOfAt: string
}

/** What the office is told of it at an instant; undefined while that is nothing. */
export function stuckOf({ userId, on, work }: Pick<KeptWork, 'userId' | 'on' | 'work'>, now: string) {
  const news = unsentNews(work, now)
  return news && ({ stuck: { by: userId, on, ...news } } satisfies JobChanges)
}

const columns = [
  'session_id as sessionId',
  'user_id as userId',
  'work',
  'device as on',
  'told_of_at as toldOfAt',
] as const

const locked = statement('lock-unsent-work', (p: Parameters<Device>) =>
  db
    .selectFrom('unsent_work')
    .select(columns)
    .where('company_id', '=', p.companyId)
    .where('session_id', '=', p.sessionId)
    .forUpdate()
    .$narrowType<{ work: UnsentWork; on: DeviceKind }>(),
)

/** What a device said before, locked; undefined if it had nothing. In the caller's transaction of the company. */
export const lockWork = async (client: pg.ClientBase, device: Device): Promise<KeptWork | undefined> =>
  (await rowsOf(client, locked(device)))[0]

const lockedDue = statement('lock-due-unsent-work', (p: Parameters<{ companyId: string; now: string }>) =>
  db
    .selectFrom('unsent_work')
    .select(columns)
    .where('company_id', '=', p.companyId)
    .where('due_at', '<=', p.now)
    .orderBy('session_id')
    .forUpdate()
    .$narrowType<{ work: UnsentWork; on: DeviceKind }>(),
)

/** What is due to be told in a company, locked. In the caller's transaction of the company. */
export const lockDueWork = (client: pg.ClientBase, due: { companyId: string; now: string }): Promise<KeptWork[]> =>
  rowsOf(client, lockedDue(due))

type Written = Omit<KeptWork, 'work'> & { companyId: string; work: string; dueAt: string }

const written = statement('write-unsent-work', (p: Parameters<Written>) =>
  db
    .insertInto('unsent_work')
    .values({
      company_id: p.companyId,
      session_id: p.sessionId,
      user_id: p.userId,
      work: p.work,
      device: p.on,
      told_of_at: p.toldOfAt,
      due_at: p.dueAt,
    })
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'session_id']).doUpdateSet(({ ref }) => ({
        work: ref('excluded.work'),
        device: ref('excluded.device'),
        told_of_at: ref('excluded.told_of_at'),
        due_at: ref('excluded.due_at'),
      })),
    ),
)

/** Keeps what a device said. In the caller's transaction of the company. */
export const writeWork = (client: pg.ClientBase, work: Written) => client.query(written(work))

const deleted = statement('delete-unsent-work', (p: Parameters<Device>) =>
  db.deleteFrom('unsent_work').where('company_id', '=', p.companyId).where('session_id', '=', p.sessionId),
)

/** Forgets a device's unsent work. In the caller's transaction of the company. */
export const deleteWork = (client: pg.ClientBase, device: Device) => client.query(deleted(device))

const deletedOfOne = statement('forget-unsent-work', (p: Parameters<Person>) =>
  db.deleteFrom('unsent_work').where('company_id', '=', p.companyId).where('user_id', '=', p.userId),
)

/** Forgets what a person's devices said, as their account is erased. In the caller's transaction, on the sign-in pool. */
export const forgetWork = (client: pg.ClientBase, person: Person) => client.query(deletedOfOne(person))

/** The statement that reads what the devices of a company said. */
export const workOfAll = statement('unsent-work', (p: Parameters<{ companyId: string }>) =>
  db
    .selectFrom('unsent_work')
    .select(columns)
    .where('company_id', '=', p.companyId)
    .$narrowType<{ work: UnsentWork; on: DeviceKind }>(),
)

/** The statement that reads which of a company's sessions have not ended. */
export const openSessions = statement('open-sessions', (p: Parameters<{ companyId: string }>) =>
  db
    .selectFrom('session')
    .select('session_id as sessionId')
    .where('company_id', '=', p.companyId)
    .where('revoked_at', 'is', null),
)

/** The companies that are looked at in one go. */
const mostCompanies = 100

const due = () =>
  db
    .selectFrom('unsent_work')
    .where(({ exists, not, selectFrom, ref }) =>
      not(
        exists(
          selectFrom('company_closing')
            .select('company_closing.company_id')
            .where('company_closing.company_id', '=', ref('unsent_work.company_id')),
        ),
      ),
    )

const companiesOf = statement('companies-with-unsent-work', (p: Parameters<{ now: string; without: string[] }>) =>
  due()
    .select('unsent_work.company_id as companyId')
    .distinct()
    .where('due_at', '<=', p.now)
    .where((row) => row.not(row('unsent_work.company_id', '=', row.fn.any(p.without))))
    .limit(mostCompanies),
)

const nextOf = statement('next-unsent-work', (p: Parameters<{ now: string }>) =>
  due().select('due_at').where('due_at', '>', p.now).orderBy('due_at').limit(1),
)

/** The open companies in which something is due, without these. `pool` is the one that reads all companies. */
export async function readCompaniesWithWork(pool: pg.Pool, now: string, without: readonly string[]) {
  return (await rowsOf(pool, companiesOf({ now, without: [...without] }))).map((one) => one.companyId)
}

/** When something is due next in any company. */
export const readNextWork = async (pool: pg.Pool, now: string): Promise<string | undefined> =>
  (await rowsOf(pool, nextOf({ now })))[0]?.due_at
