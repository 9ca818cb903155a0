import { sql } from 'kysely'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

/** A company keeps this many notices, delivered or not, for thirty days as at Stripe. */
const keptNotices = 200

type Company = { companyId: string }
type NoticeKey = Company & { noticeId: string }

export const storedState = statement('sandbox-state', (p: Parameters<Company>) =>
  db.selectFrom('sandbox_payments').select('state').where('company_id', '=', p.companyId),
)

export const lockedState = statement('locked-sandbox-state', (p: Parameters<Company>) =>
  db.selectFrom('sandbox_payments').select('state').where('company_id', '=', p.companyId).forUpdate(),
)

export const addState = statement('add-sandbox-state', (p: Parameters<Company & { state: string }>) =>
  db
    .insertInto('sandbox_payments')
    .values({ company_id: p.companyId, state: p.state })
    .onConflict((conflict) => conflict.doNothing()),
)

export const saveState = statement('save-sandbox-state', (p: Parameters<Company & { state: string }>) =>
  db.updateTable('sandbox_payments').set({ state: p.state }).where('company_id', '=', p.companyId),
)

export const insertNotice = statement('add-sandbox-notice', (p: Parameters<NoticeKey & { body: string }>) =>
  db.insertInto('sandbox_notice').values({ company_id: p.companyId, notice_id: p.noticeId, body: p.body }),
)

export const deleteOldNotices = statement('delete-old-sandbox-notices', (p: Parameters<Company>) =>
  db
    .deleteFrom('sandbox_notice')
    .where('company_id', '=', p.companyId)
    .where((notice) =>
      notice.or([
        notice('created_at', '<', sql<string>`now() - interval '30 days'`),
        notice('notice_id', 'in', (of) =>
          of
            .selectFrom('sandbox_notice')
            .select('notice_id')
            .where('company_id', '=', p.companyId)
            .orderBy('created_at', 'desc')
            .orderBy('notice_id', 'desc')
            .offset(keptNotices),
        ),
      ]),
    ),
)

/** The notices of all companies that are due, the oldest first. */
export const dueNotices = statement('due-sandbox-notices', (p: Parameters<{ most: number }>) =>
  db
    .selectFrom('sandbox_notice')
    .select(['company_id', 'notice_id', 'body', 'attempts'])
    .where('due_at', '<=', sql<string>`statement_timestamp()`)
    .orderBy('due_at')
    .orderBy('notice_id')
    .limit(p.most),
)

/** Notes an attempt: the notice is due again after so many seconds, or never. */
export const noteAttempt = statement('note-sandbox-attempt', (p: Parameters<NoticeKey & { seconds: number | null }>) =>
  db
    .updateTable('sandbox_notice')
    .set(({ eb }) => ({
      attempts: eb('attempts', '+', 1),
      due_at: sql<string>`statement_timestamp() + make_interval(secs => ${p.seconds})`,
    }))
    .where('company_id', '=', p.companyId)
    .where('notice_id', '=', p.noticeId),
)

type Page = { types: readonly string[]; after: string; most: number }

/** The notices of all companies, newest first: those after the one given, or all if that is empty. */
export const listedNotices = statement('list-sandbox-notices', (p: Parameters<Page>) =>
  db
    .selectFrom('sandbox_notice')
    .select('body')
    .where((notice) =>
      notice.or([
        notice(sql<string>`${p.after}::text`, '=', ''),
        notice(
          notice.refTuple('created_at', 'notice_id'),
          '<',
          notice
            .selectFrom('sandbox_notice as seen')
            .select(['seen.created_at', 'seen.notice_id'])
            .where('seen.notice_id', '=', p.after)
            .$asTuple('created_at', 'notice_id'),
        ),
      ]),
    )
    .where(sql<boolean>`body::jsonb ->> 'type' = any (${p.types}::text[])`)
    .orderBy('created_at', 'desc')
    .orderBy('notice_id', 'desc')
    .limit(p.most),
)
