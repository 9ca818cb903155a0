import { sql } from 'kysely'
import { daysKept, mostKept } from '#core/reactions/notification.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

/** The statement that lets go what is more than is kept for a person. */
export const trimNotifications = statement(
  'let-notifications-go',
  (p: Parameters<{ companyId: string; userId: string }>) =>
    db
      .deleteFrom('notification')
      .where('company_id', '=', p.companyId)
      .where('user_id', '=', p.userId)
      .where(({ or, eb, selectFrom }) =>
        or([
          eb('at', '<', sql<string>`statement_timestamp() - make_interval(days => ${sql.lit(daysKept)})`),
          eb(
            'notification_id',
            'in',
            selectFrom('notification as older')
              .select('older.notification_id')
              .where('older.company_id', '=', p.companyId)
              .where('older.user_id', '=', p.userId)
              .orderBy('older.seq', 'desc')
              .orderBy('older.at', 'desc')
              .orderBy('older.notification_id', 'desc')
              .offset(sql.lit(mostKept)),
          ),
        ]),
      ),
)
