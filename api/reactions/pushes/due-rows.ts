import { type SqlBool, sql } from 'kysely'
import type pg from 'pg'
import type { JobChanges } from '#core/reactions/changes.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { isErased } from '#ledger/read-models/erased-companies.ts'

/** What is to be pushed to somebody, as it was when this process claimed it. */
export type ClaimedPush = {
  noticeId: string
  userId: string
  jobId: string
  seq: number
  at: string
  settlesAt: string
  changes: JobChanges
  /** What they were sent of it last. */
  sent: JobChanges | null
  /** The devices that have it as it is now. */
  sentTo: string[]
  tries: number
}

const dueCompanies = statement('companies-with-pushes', (p: Parameters<{ now: string }>) =>
  db
    .selectFrom('outgoing_notice')
    .select('company_id as companyId')
    .distinct()
    .where('way', '=', sql.lit('push'))
    .where('due_at', '<=', p.now)
    .where(({ not }) => not(isErased('outgoing_notice.company_id'))),
)

/** The companies in which something is to be sent. `pool` is the one that reads all companies. */
export const companiesWithPushes = async (pool: pg.Pool, now: Date): Promise<string[]> =>
  (await rowsOf(pool, dueCompanies({ now: now.toISOString() }))).map((one) => one.companyId)

type Claim = { companyId: string; now: string; until: string; limit: number }

const claimDue = statement('claim-pushes', (p: Parameters<Claim>) =>
  db
    .updateTable('outgoing_notice')
    .set((one) => ({ tries: one('tries', '+', 1), due_at: p.until }))
    .where('company_id', '=', p.companyId)
    .where('notice_id', 'in', (one) =>
      one
        .selectFrom('outgoing_notice as due')
        .select('due.notice_id')
        .where('due.company_id', '=', p.companyId)
        .where('due.way', '=', sql.lit('push'))
        .where('due.due_at', '<=', p.now)
        .orderBy('due.due_at')
        .limit(p.limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning([
      'notice_id as noticeId',
      'user_id as userId',
      'job_id as jobId',
      'seq',
      'at',
      'settles_at as settlesAt',
      'changes',
      'sent',
      'sent_to as sentTo',
      'tries',
    ])
    .$narrowType<{ changes: JobChanges; sent: JobChanges | null }>(),
)

/** Claims what has been due longest. Nobody else has it until `until`, unless this process has died by then. */
export const claimPushes = (client: pg.ClientBase, claim: Claim): Promise<ClaimedPush[]> =>
  rowsOf(client, claimDue(claim))

/** As it was claimed: what has changed since is worked out again. */
type AsClaimed = { companyId: string; noticeId: string; until: string; changes: string }

const dropped = statement('drop-push', (p: Parameters<AsClaimed>) =>
  db
    .deleteFrom('outgoing_notice')
    .where('company_id', '=', p.companyId)
    .where('notice_id', '=', p.noticeId)
    .where('due_at', '=', p.until)
    .where(sql<SqlBool>`changes = ${p.changes}::jsonb`),
)

/** Forgets something that is to be pushed no more. */
export const dropPush = (client: pg.ClientBase, claimed: AsClaimed) => client.query(dropped(claimed))

type Left = AsClaimed & { dueAt: string; sent: string | null; sentTo: string[]; tries: number }

const left = statement('leave-push', (p: Parameters<Left>) =>
  db
    .updateTable('outgoing_notice')
    .set({ due_at: p.dueAt, sent: p.sent, sent_to: p.sentTo, tries: p.tries })
    .where('company_id', '=', p.companyId)
    .where('notice_id', '=', p.noticeId)
    .where('due_at', '=', p.until)
    .where(sql<SqlBool>`changes = ${p.changes}::jsonb`),
)

/** Leaves something until it is looked at again, with what was sent of it last and the devices that have it. */
export const leavePush = (client: pg.ClientBase, leaving: Left) => client.query(left(leaving))
