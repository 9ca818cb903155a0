import { sql } from 'kysely'
import type pg from 'pg'
import { liveSites } from '#api/reads/sites/site-tables.ts'
import { jobRef } from '#core/job/values.ts'
import type { Site } from '#core/site/site.ts'
import { whyNotSent } from '#core/texts/delivery.ts'
import { type TextShown, textsListed } from '#core/wire/jobs/texts.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, type RowOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { liveOf } from '#ledger/read-models/live-generation.ts'

type OfCompany = { companyId: string }

const newest = statement('newest-texts', (p: Parameters<OfCompany & { limit: number }>) =>
  db
    .selectFrom('text_message')
    .leftJoin('job_row', (join) =>
      join
        .on('job_row.company_id', '=', p.companyId)
        .onRef('job_row.job_id', '=', 'text_message.job_id')
        .on('job_row.generation', '=', liveOf(p.companyId, 'job-rows').select('generation')),
    )
    .select([
      'text_message.text_id as textId',
      'text_message.job_id as jobId',
      'text_message.contact_id as contactId',
      'text_message.site_id as siteId',
      'text_message.state',
      'text_message.tries',
      'text_message.parts',
      'text_message.queued_at as queuedAt',
      'text_message.due_at as dueAt',
      'text_message.status',
      'text_message.failure',
      'text_message.sandbox_to as sandboxTo',
      'text_message.sandbox_text as sandboxText',
      'job_row.number',
    ])
    .where('text_message.company_id', '=', p.companyId)
    .orderBy('text_message.queued_at', 'desc')
    .orderBy('text_message.text_id', 'desc')
    .limit(p.limit),
)

const sentThisMonth = statement('texts-of-month', (p: Parameters<OfCompany & { now: string; zone: string }>) =>
  db
    .selectFrom('text_message')
    .select((one) => [
      one.cast<number>(one.fn.countAll(), 'integer').as('texts'),
      one.cast<number>(one.fn.coalesce(one.fn.sum('parts'), sql<number>`0`), 'integer').as('parts'),
    ])
    .where('company_id', '=', p.companyId)
    .where('state', '=', sql.lit('sent'))
    .where(
      'tried_at',
      '>=',
      sql<string>`(date_trunc('month', ${p.now}::timestamptz at time zone ${p.zone}) at time zone ${p.zone})`,
    ),
)

const sitesOf = statement('sites-of-texts', (p: Parameters<OfCompany & { ids: readonly string[] }>) =>
  liveSites(p)
    .select(['site_row.site_id as siteId', sql<Site>`site_row.body`.as('body')])
    .where((site) => site('site_row.site_id', '=', site.fn.any(p.ids))),
)

/** The newest texts of a company, and how many it has sent this month. */
export async function readTexts(pool: pg.Pool, companyId: string, { now, zone }: { now: Date; zone: string }) {
  const [rows, month] = await readInCompany(pool, companyId, [
    newest({ companyId, limit: textsListed }),
    sentThisMonth({ companyId, now: now.toISOString(), zone }),
  ])
  const ids = [...new Set(rows.rows.map((one) => one.siteId))]
  const [sites] = await readInCompany(pool, companyId, [sitesOf({ companyId, ids })])
  const names = new Map(
    sites.rows.flatMap(({ body }) => body.tenants.map(({ contactId, name }) => [contactId, name] as const)),
  )
  return {
    texts: rows.rows.map((row) => shown(row, names.get(row.contactId) ?? '')),
    thisMonth: month.rows[0] ?? { texts: 0, parts: 0 },
  }
}

function shown(row: RowOf<ReturnType<typeof newest>>, name: string): TextShown {
  const { textId, jobId, number, state, tries, queuedAt, dueAt, parts, sandboxTo: to, sandboxText: text } = row
  const isTried = state === 'failed' || state === 'dropped' || (state === 'waiting' && tries > 0 && isAnswered(row))
  return {
    ...{ textId, jobId, name, state, queuedAt },
    ...(number === null ? {} : { jobRef: jobRef(number) }),
    ...(state === 'waiting' ? { dueAt } : {}),
    ...(parts === null ? {} : { parts }),
    ...(isTried ? { why: whyOf(row) } : {}),
    ...(to === null || text === null ? {} : { would: { to, text } }),
  }
}

type Came = { status: number | null; failure: string | null }
const isAnswered = ({ status, failure }: Came) => status !== null || failure !== null
const whyOf = ({ status, failure }: Came) => whyNotSent({ status: status ?? undefined, failure: failure ?? undefined })

const ofJob = statement('texts-of-job', (p: Parameters<OfCompany & { jobId: string }>) =>
  db
    .selectFrom('text_message')
    .select(['text_id as textId', 'state', 'status', 'failure'])
    .where('company_id', '=', p.companyId)
    .where('job_id', '=', p.jobId),
)

/** How the texts of a job stand, by their ids. */
export async function textsOfJob(pool: pg.Pool, companyId: string, jobId: string) {
  const [rows] = await readInCompany(pool, companyId, [ofJob({ companyId, jobId })])
  return new Map(
    rows.rows.map((row) => [
      row.textId,
      { state: row.state, ...(row.state !== 'sent' && isAnswered(row) ? { why: whyOf(row) } : {}) },
    ]),
  )
}
