import { sql } from 'kysely'
import type pg from 'pg'
import type { Claimed } from '#api/reactions/webhooks/delivery-rows.ts'
import type { WebhookPlace } from '#api/reactions/webhooks/webhook-rows.ts'
import { mostTriesOfNew } from '#core/webhooks/delivery.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

type Claim = WebhookPlace & {
  now: string
  until: string
  limit: number
  onlyTests: boolean
  /** While the receiver is failing, a first attempt is made only if no new delivery has been attempted since then. */
  quietSince: string | null
}

const claimDue = statement('claim-deliveries', (p: Parameters<Claim>) =>
  db
    .updateTable('webhook_delivery')
    .set((one) => ({ tries: one('tries', '+', 1), due_at: p.until }))
    .where('company_id', '=', p.companyId)
    .where('delivery_id', 'in', (one) =>
      one
        .selectFrom('webhook_delivery as due')
        .select('due.delivery_id')
        .where('due.company_id', '=', p.companyId)
        .where('due.webhook_id', '=', p.webhookId)
        .where('due.state', '=', sql.lit('waiting'))
        .where('due.due_at', '<=', p.now)
        .where(({ or, eb }) => or([eb('due.seq', 'is', null), sql<boolean>`not ${p.onlyTests}::boolean`]))
        .where(({ or, eb, not, exists }) =>
          or([
            sql<boolean>`${p.quietSince}::timestamptz is null`,
            eb('due.seq', 'is', null),
            eb('due.tries', '>', 0),
            // Somebody asked for it again.
            eb('due.tried_at', 'is not', null),
            not(
              exists(
                one
                  .selectFrom('webhook_delivery as tried')
                  .select('tried.company_id')
                  .where('tried.company_id', '=', p.companyId)
                  .where('tried.webhook_id', '=', p.webhookId)
                  .where('tried.state', '=', sql.lit('waiting'))
                  .where('tried.tries', '>', 0)
                  .where('tried.tries', '<=', sql.lit(mostTriesOfNew))
                  // One without a time is being tried.
                  .where((some) =>
                    some.or([
                      some('tried.tried_at', 'is', null),
                      some('tried.tried_at', '>', sql<string>`${p.quietSince}::timestamptz`),
                    ]),
                  ),
              ),
            ),
          ]),
        )
        .orderBy('due.due_at')
        .orderBy('due.seq')
        .limit(p.limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['delivery_id as deliveryId', 'seq', 'type', 'tries', 'queued_at as queuedAt']),
)

/**
 * Claims the deliveries of a webhook that have been due longest. Nobody else has them until `until`, unless this process has died by
 * then: so they are sent again at the latest then, under the same id.
 */
export const claim = (client: pg.ClientBase, claimed: Claim): Promise<Claimed[]> => rowsOf(client, claimDue(claimed))
