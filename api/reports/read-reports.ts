import { sql } from 'kysely'
import type pg from 'pg'
import { documents, seqQuery } from '#api/reads/documents.ts'
import { namesOf, peopleQueries } from '#api/reads/people.ts'
import type { MemberRights } from '#api/rights/rights.ts'
import type { Services } from '#api/services/services.ts'
import { jobRef } from '#core/job/values.ts'
import type { ReportCount } from '#core/projections/reports/report-rows.ts'
import type { RepairReport } from '#core/report/report.ts'
import { type ReportsAnswer, type ReportsQuery, reportsInPage } from '#core/wire/jobs/reports.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { liveOf } from '#ledger/read-models/live-generation.ts'

type Page = { companyId: string; at: string; key: string }
type OpenPage = Page & { calm: boolean }

const state = sql<string>`body ->> 'state'`
const reportedAt = sql<string>`body ->> 'reportedAt'`
const place = sql<string>`(body ->> 'reportedAt', key)`
/** False for what is dangerous now, which comes first. */
const calm = sql<boolean>`(body ->> 'urgency' <> 'danger')`
const openPlace = sql<string>`((body ->> 'urgency' <> 'danger'), body ->> 'reportedAt', key)`

const open = statement('reports-open', (p: Parameters<OpenPage>) =>
  documents(p, 'reports')
    .select(({ ref }) => ['key', ref('body').$castTo<RepairReport>().as('body')])
    .where(state, '=', sql.lit('open'))
    .where(openPlace, '>', sql<string>`(${p.calm}::boolean, ${p.at}::text, ${p.key}::text)`)
    .orderBy(calm)
    .orderBy(reportedAt)
    .orderBy('key')
    .limit(reportsInPage + 1),
)

const settled = statement('reports-settled', (p: Parameters<Page>) =>
  documents(p, 'reports')
    .select(({ ref }) => ['key', ref('body').$castTo<RepairReport>().as('body')])
    .where(state, '<>', sql.lit('open'))
    .where(place, '<', sql<string>`(${p.at}::text, ${p.key}::text)`)
    .orderBy(reportedAt, 'desc')
    .orderBy('key', 'desc')
    .limit(reportsInPage + 1),
)

const one = statement('report', (p: Parameters<{ companyId: string; key: string }>) =>
  documents(p, 'reports')
    .select(({ ref }) => ref('body').$castTo<RepairReport>().as('body'))
    .where('key', '=', p.key),
)

const numbers = statement('report-jobs', (p: Parameters<{ companyId: string; ids: readonly string[] }>) =>
  db
    .selectFrom('job_row')
    .select(['job_id as id', 'number'])
    .where('company_id', '=', p.companyId)
    .where('generation', '=', liveOf(p.companyId, 'job-rows').select('generation'))
    .where((job) => job('job_id', '=', job.fn.any(p.ids))),
)

/** A report as its projection has it; undefined for an unknown one. */
export async function readReport(
  pool: pg.Pool,
  companyId: string,
  reportId: string,
): Promise<RepairReport | undefined> {
  const [{ rows }] = await readInCompany(pool, companyId, [one({ companyId, key: reportId })])
  return rows[0]?.body
}

const count = statement('report-count', (p: Parameters<{ companyId: string }>) =>
  documents(p, 'report-counts').select(({ ref }) => ref('body').$castTo<ReportCount>().as('body')),
)

/** How many reports wait for the office. */
export async function countReports(pool: pg.Pool, companyId: string): Promise<number> {
  const [{ rows }] = await readInCompany(pool, companyId, [count({ companyId })])
  return rows[0]?.body.open ?? 0
}

/** A page of the office's inbox. */
export async function readReports(
  { ledgerPool, images }: Pick<Services, 'ledgerPool' | 'images'>,
  member: MemberRights,
  { state: wanted = 'open', from }: ReportsQuery,
): Promise<ReportsAnswer> {
  const { companyId } = member
  const page =
    wanted === 'open' ? open({ companyId, ...openAfter(from) }) : settled({ companyId, ...settledAfter(from) })
  const [found, seq] = await readInCompany(ledgerPool, companyId, [page, seqQuery(companyId, 'reports')])
  const shown = found.rows.slice(0, reportsInPage).map((row) => row.body)
  const ids = shown.flatMap(({ jobId }) => jobId ?? [])
  const [jobs, known, details] = await readInCompany(ledgerPool, companyId, [
    numbers({ companyId, ids }),
    ...peopleQueries(companyId),
  ])
  const refs = new Map(jobs.rows.map((row) => [row.id, jobRef(row.number)]))
  const last = found.rows.length > reportsInPage ? shown.at(-1) : undefined
  return {
    reports: shown.map((report) => {
      const ref = report.jobId && refs.get(report.jobId)
      return { ...report, ...(ref ? { jobRef: ref } : {}) }
    }),
    ...(last ? { next: nextOf(last) } : {}),
    urls: images.signer.urlsOf(
      shown.flatMap(({ photos }) => photos),
      member,
    ),
    people: namesOf(
      [...known.rows, ...details.rows],
      shown.flatMap(({ decidedBy }) => decidedBy ?? []),
    ),
    seq: seq.rows[0]?.seq ?? 0,
  }
}

const nextOf = ({ state: is, urgency, reportedAt: at, reportId }: RepairReport) =>
  `${is === 'open' && urgency === 'danger' ? 'danger ' : ''}${at} ${reportId}`

function openAfter(from: string | undefined) {
  if (from === undefined) return { calm: false, at: '', key: '' }
  const [key = '', at = '', danger] = from.split(' ').reverse()
  return { calm: danger === undefined, at, key }
}

function settledAfter(from = '9 ') {
  const [key = '', at = ''] = from.split(' ').reverse()
  return { at, key }
}
