import { sql } from 'kysely'
import type pg from 'pg'
import type { DailyEmailItem } from '#core/reactions/notification.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

type Person = { companyId: string; userId: string }
/** A daily email of a person, and the day on which it was queued. */
export type QueuedEmail = Person & { day: string; mailId: string }

/** The companies that are looked at in one go. */
const mostCompanies = 100
/** A mail server that is down for longer has lost what was to be told. */
const daysKept = 7

const dueNews = () =>
  db
    .selectFrom('outgoing_notice')
    .where('way', '=', sql.lit('email'))
    .where(({ exists, not, selectFrom, ref }) =>
      not(
        exists(
          selectFrom('company_closing')
            .select('company_closing.company_id')
            .where('company_closing.company_id', '=', ref('outgoing_notice.company_id')),
        ),
      ),
    )

const companiesOf = statement('companies-with-daily-emails', (p: Parameters<{ now: string; without: string[] }>) =>
  dueNews()
    .select('outgoing_notice.company_id as companyId')
    .distinct()
    .where('due_at', '<=', p.now)
    .where((row) => row.not(row('outgoing_notice.company_id', '=', row.fn.any(p.without))))
    .limit(mostCompanies),
)

const nextOf = statement('next-daily-email', (p: Parameters<{ now: string }>) =>
  dueNews().select('due_at').where('due_at', '>', p.now).orderBy('due_at').limit(1),
)

/** The open companies in which a daily email is due, without these. */
export async function readCompaniesWithEmails(pool: pg.Pool, now: string, without: readonly string[]) {
  return (await rowsOf(pool, companiesOf({ now, without: [...without] }))).map((one) => one.companyId)
}

/** When the next daily email is due in any company. */
export async function readNextEmail(pool: pg.Pool, now: string): Promise<string | undefined> {
  return (await rowsOf(pool, nextOf({ now })))[0]?.due_at
}

const locked = statement('lock-news-to-mail', (p: Parameters<{ companyId: string; now: string }>) =>
  db
    .selectFrom('outgoing_notice')
    .select(['user_id as userId', 'job_id as jobId', 'seq', 'at', 'changes'])
    .where('company_id', '=', p.companyId)
    .where('way', '=', sql.lit('email'))
    .where('due_at', '<=', p.now)
    .orderBy('seq')
    .forUpdate()
    .$narrowType<DailyEmailItem>(),
)

/** What is due to be told by email in a company, oldest first. Another process waits until the end of this transaction, on the sign-in pool. */
export const lockNewsToMail = (client: pg.ClientBase, due: { companyId: string; now: string }) =>
  rowsOf(client, locked(due))

const added = statement('add-daily-email', (p: Parameters<QueuedEmail & { items: string }>) =>
  db
    .insertInto('daily_email')
    .values({ company_id: p.companyId, user_id: p.userId, day: p.day, mail_id: p.mailId, items: p.items })
    .onConflict((conflict) => conflict.doNothing()),
)

const forgotten = statement('forget-old-daily-emails', (p: Parameters<Person & { before: string }>) =>
  db
    .deleteFrom('daily_email')
    .where('company_id', '=', p.companyId)
    .where('user_id', '=', p.userId)
    .where('day', '<', p.before),
)

/** Notes what a person's email of a day is about; false if they had that day's. In the caller's transaction, on the sign-in pool. */
export async function addDailyEmail(
  client: pg.ClientBase,
  email: QueuedEmail,
  items: readonly DailyEmailItem[],
): Promise<boolean> {
  const { rowCount } = await client.query(added({ ...email, items: JSON.stringify(items) }))
  const before = new Date(Date.parse(email.day) - daysKept * 86_400_000).toISOString().slice(0, 'yyyy-mm-dd'.length)
  await client.query(forgotten({ ...email, before }))
  return rowCount === 1
}

const taken = statement('take-news-to-mail', (p: Parameters<Person & { now: string }>) =>
  db
    .deleteFrom('outgoing_notice')
    .where('company_id', '=', p.companyId)
    .where('user_id', '=', p.userId)
    .where('way', '=', sql.lit('email'))
    .where('due_at', '<=', p.now),
)

/** Takes what is due of a person off what is to be told. In the caller's transaction, on the sign-in pool. */
export const takeNewsToMail = (client: pg.ClientBase, of: Person & { now: string }) => client.query(taken(of))

const put = statement('put-off-news-to-mail', (p: Parameters<Person & { now: string; dueAt: string }>) =>
  db
    .updateTable('outgoing_notice')
    .set({ due_at: p.dueAt, settles_at: p.dueAt })
    .where('company_id', '=', p.companyId)
    .where('user_id', '=', p.userId)
    .where('way', '=', sql.lit('email'))
    .where('due_at', '<=', p.now),
)

/** Leaves what is due of a person for a later email. In the caller's transaction, on the sign-in pool. */
export const putOffNewsToMail = (client: pg.ClientBase, of: Person & { now: string; dueAt: string }) =>
  client.query(put(of))

const itemsOf = statement('daily-email', (p: Parameters<Person & { mailId: string }>) =>
  db
    .selectFrom('daily_email')
    .select('items')
    .where('company_id', '=', p.companyId)
    .where('user_id', '=', p.userId)
    .where('mail_id', '=', p.mailId)
    .$narrowType<{ items: DailyEmailItem[] }>(),
)

/** What a daily email is about, oldest first. */
export async function readDailyEmail(pool: pg.Pool, of: Person & { mailId: string }): Promise<DailyEmailItem[]> {
  const [{ rows }] = await readInCompany(pool, of.companyId, [itemsOf(of)])
  return rows[0]?.items ?? []
}
