import { type SqlBool, sql } from 'kysely'
import type pg from 'pg'
import type { About } from '#core/reactions/tell-tenants.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { isErased } from '#ledger/read-models/erased-companies.ts'

/** What tenants may be told of a job, and the event that made it due last. */
export type News = { companyId: string; jobId: string; about: About; seq: number }

/** The statement that makes something due; what is due already of the same waits for the later event. */
export const putNews = statement('put-tenant-news', (p: Parameters<News & { dueAt: string }>) =>
  db
    .insertInto('tenant_news')
    .values({ company_id: p.companyId, job_id: p.jobId, about: p.about, seq: p.seq, due_at: p.dueAt })
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'job_id', 'about']).doUpdateSet({ seq: p.seq, due_at: p.dueAt }),
    ),
)

const companies = statement('companies-with-tenant-news', (p: Parameters<{ now: string }>) =>
  db
    .selectFrom('tenant_news')
    .select('company_id as companyId')
    .distinct()
    .where('due_at', '<=', p.now)
    .where(({ not }) => not(isErased('tenant_news.company_id'))),
)

/** The companies in which something is due. `pool` is the one that reads all companies. */
export const companiesWithNews = async (pool: pg.Pool, now: Date): Promise<string[]> =>
  (await rowsOf(pool, companies({ now: now.toISOString() }))).map((one) => one.companyId)

/** The statement that reads what is due in a company. */
export const dueNews = statement(
  'due-tenant-news',
  (p: Parameters<{ companyId: string; now: string; limit: number }>) =>
    db
      .selectFrom('tenant_news')
      .select(['company_id as companyId', 'job_id as jobId', 'about', 'seq'])
      .where('company_id', '=', p.companyId)
      .where('due_at', '<=', p.now)
      .orderBy('due_at')
      .limit(p.limit),
)

const isThis = (p: Parameters<News>) => sql<SqlBool>`
  company_id = ${p.companyId} and job_id = ${p.jobId} and about = ${p.about} and seq = ${p.seq}`

/** The statement that locks one until the transaction ends. It finds none if another process is done with it, or a later event came. */
export const lockNews = statement('lock-tenant-news', (p: Parameters<News>) =>
  db.selectFrom('tenant_news').select('seq').where(isThis(p)).forUpdate(),
)

/** The statement that ends one. */
export const dropNews = statement('drop-tenant-news', (p: Parameters<News>) =>
  db.deleteFrom('tenant_news').where(isThis(p)),
)

/** The statement that puts one off. */
export const postponeNews = statement('postpone-tenant-news', (p: Parameters<News & { dueAt: string }>) =>
  db.updateTable('tenant_news').set({ due_at: p.dueAt }).where(isThis(p)),
)
