import { sql } from 'kysely'
import type pg from 'pg'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

/** A notification about something other than a job has that thing's id where others have the job's. */
type Subject = { companyId: string; subject: string }
type Changed = Subject & { changes: string }

/** Has everybody who has not read it yet read something as it is now; who got it elsewhere is not sent it again. In the caller's transaction of the company. */
export async function changeTold(client: pg.ClientBase, changed: Changed): Promise<void> {
  await client.query(changedUnread(changed))
  await client.query(changedUnsent(changed))
}

/**
 * Takes back what nobody need know any more: what is unread goes, and so does what a phone shows. In the caller's transaction of the
 * company. Returns whether anything was.
 */
export async function takeBackTold(client: pg.ClientBase, subject: Subject): Promise<boolean> {
  const { rowCount } = await client.query(deletedUnread(subject))
  await client.query(deletedUnsent(subject))
  await client.query(emptiedSent(subject))
  return rowCount !== 0
}

const changedUnread = statement('change-told', (p: Parameters<Changed>) =>
  db
    .updateTable('notification')
    .set({ changes: p.changes })
    .where('company_id', '=', p.companyId)
    .where('job_id', '=', p.subject)
    .where('read_at', 'is', null),
)

const changedUnsent = statement('change-told-outside', (p: Parameters<Changed>) =>
  db
    .updateTable('outgoing_notice')
    .set({ changes: p.changes })
    .where('company_id', '=', p.companyId)
    .where('job_id', '=', p.subject)
    .where('sent', 'is', null),
)

const deletedUnread = statement('take-back-told', (p: Parameters<Subject>) =>
  db
    .deleteFrom('notification')
    .where('company_id', '=', p.companyId)
    .where('job_id', '=', p.subject)
    .where('read_at', 'is', null),
)

const deletedUnsent = statement('take-back-told-outside', (p: Parameters<Subject>) =>
  db
    .deleteFrom('outgoing_notice')
    .where('company_id', '=', p.companyId)
    .where('job_id', '=', p.subject)
    .where('sent', 'is', null),
)

/** Of what a device shows already nothing is left: it is sent that. */
const emptiedSent = statement('take-back-told-on-devices', (p: Parameters<Subject>) =>
  db
    .updateTable('outgoing_notice')
    .set({
      changes: sql`'{}'::jsonb`,
      due_at: sql`statement_timestamp()`,
      sent_to: sql<string[]>`'{}'::uuid[]`,
      tries: 0,
    })
    .where('company_id', '=', p.companyId)
    .where('job_id', '=', p.subject)
    .where('sent', 'is not', null),
)
