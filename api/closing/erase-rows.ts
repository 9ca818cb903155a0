import { sql } from 'kysely'
import type pg from 'pg'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

/** What is kept of a company beside its log, its signed heads and its people. First what a projector locks to write the others. */
const tables = [
  'checkpoint',
  'reaction_checkpoint',
  'notification',
  'view_use',
  'morning_list',
  'notice_settings',
  'outgoing_notice',
  'tenant_news',
  'text_message',
  'daily_email',
  'unsent_work',
  'push_subscription',
  'document',
  'job_row',
  'calendar_row',
  'part_row',
  'dashboard_job',
  'site_row',
  'site_name',
  'site_job',
  'replay_run',
  'erasure',
  'import_run',
  'import_namespace',
  'billing_checkout',
  'billing_notice',
  'billing_customer',
  'sandbox_notice',
  'sandbox_payments',
  'audit_entry',
  'second_factor_rule',
  'refused_command',
  'api_key',
  'tenant_mail',
  'tenant_link',
  'report_link',
  'invoice_mail',
  'evidence_mail',
  'webhook',
  'webhook_delivery',
  'api_key_call',
] as const

/** Rows are deleted so many at once, so that no statement takes long. */
const batch = 2_000

const deletions = tables.map((table) =>
  statement(`erase-company-${table}`, (p: Parameters<{ companyId: string; most: number }>) =>
    db
      .deleteFrom(table)
      .where('company_id', '=', p.companyId)
      .where(
        sql<string>`ctid`,
        'in',
        db.selectFrom(table).select(sql<string>`ctid`.as('place')).where('company_id', '=', p.companyId).limit(p.most),
      ),
  ),
)

/** Deletes the next rows of a company; returns how many. In the caller's transaction, on the sign-in pool, once its erasure has begun. */
export async function eraseNextRows(client: pg.ClientBase, companyId: string): Promise<number> {
  for (const deletion of deletions) {
    const { rowCount } = await client.query(deletion({ companyId, most: batch }))
    if (rowCount) return rowCount
  }
  return 0
}
