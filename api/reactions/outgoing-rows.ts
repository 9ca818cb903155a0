import { sql } from 'kysely'
import type pg from 'pg'
import { notificationColumns, type OutgoingWay } from '#api/notices/notification-columns.ts'
import type { JobChanges } from '#core/reactions/changes.ts'
import type { Notification } from '#core/reactions/notification.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

/** What is on its way to somebody outside Fettle. */
export type Outgoing = Notification & { way: OutgoingWay }

export const isOutgoing = (one: Notification): one is Outgoing => one.way !== 'app'

type OfJobs = { companyId: string; userIds: readonly string[]; jobIds: readonly string[]; after: string }

/** The statement that locks what is on its way and what later events of these jobs still change, newest last. */
export const unsettledOutgoing = statement('lock-unsettled-outgoing', (p: Parameters<OfJobs>) =>
  db
    .selectFrom('outgoing_notice')
    .select([
      'notice_id as notificationId',
      'way',
      'user_id as userId',
      'job_id as jobId',
      'seq',
      'at',
      'settles_at as settlesAt',
      'due_at as dueAt',
      'changes',
    ])
    .where('company_id', '=', p.companyId)
    .where((row) => row('user_id', '=', row.fn.any(p.userIds)))
    .where((row) => row('job_id', '=', row.fn.any(p.jobIds)))
    .where('settles_at', '>=', p.after)
    .orderBy('seq')
    .forUpdate()
    .$narrowType<{ changes: JobChanges }>(),
)

type Written = { left: readonly Outgoing[]; gone: readonly string[]; forgotten: readonly string[] }

/** Writes what is on its way to people. In the caller's transaction of the company. */
export const writeOutgoing = (client: pg.ClientBase, companyId: string, { left, gone, forgotten }: Written) => [
  ...(forgotten.length > 0 ? [client.query(deletedOf({ companyId, userIds: forgotten }))] : []),
  ...(gone.length > 0
    ? [client.query(deleted({ companyId, ids: gone })), client.query(takenBack({ companyId, ids: gone }))]
    : []),
  ...left.map((one) => client.query(stored({ ...one, companyId, changes: JSON.stringify(one.changes) }))),
]

const deletedOf = statement('forget-outgoing', (p: Parameters<{ companyId: string; userIds: readonly string[] }>) =>
  db
    .deleteFrom('outgoing_notice')
    .where('company_id', '=', p.companyId)
    .where((row) => row('user_id', '=', row.fn.any(p.userIds))),
)

const deleted = statement('delete-outgoing', (p: Parameters<{ companyId: string; ids: readonly string[] }>) =>
  db
    .deleteFrom('outgoing_notice')
    .where('company_id', '=', p.companyId)
    .where((row) => row('notice_id', '=', row.fn.any(p.ids)))
    .where('sent', 'is', null),
)

/** Of what a device shows already nothing is left: it is sent that. */
const takenBack = statement('take-back-outgoing', (p: Parameters<{ companyId: string; ids: readonly string[] }>) =>
  db
    .updateTable('outgoing_notice')
    .set({
      changes: sql`'{}'::jsonb`,
      due_at: sql`statement_timestamp()`,
      sent_to: sql<string[]>`'{}'::uuid[]`,
      tries: 0,
    })
    .where('company_id', '=', p.companyId)
    .where((row) => row('notice_id', '=', row.fn.any(p.ids)))
    .where('sent', 'is not', null),
)

const stored = statement(
  'store-outgoing',
  (p: Parameters<Omit<Outgoing, 'changes'> & { companyId: string; changes: string }>) =>
    db
      .insertInto('outgoing_notice')
      .values({ ...notificationColumns(p), notice_id: p.notificationId, way: p.way, due_at: p.dueAt })
      .onConflict((conflict) =>
        conflict.columns(['company_id', 'notice_id']).doUpdateSet(({ ref }) => ({
          seq: ref('excluded.seq'),
          at: ref('excluded.at'),
          settles_at: ref('excluded.settles_at'),
          due_at: ref('excluded.due_at'),
          changes: ref('excluded.changes'),
          // Somebody who got it gets it as it is now, in the place of what they have.
          sent_to: sql<string[]>`'{}'::uuid[]`,
          tries: sql<number>`0`,
        })),
      ),
)
