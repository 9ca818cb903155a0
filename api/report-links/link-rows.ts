import { sql } from 'kysely'
import type pg from 'pg'
import { deriveToken, hashToken, type TokenSecret } from '#api/keys/tokens.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { type Parameters, rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

type Kind = 'page' | 'report'
/** A page for reports, or the link of who reported, as it is found by its token. `linkId` is the page's or the report's id. */
export type ReportLink = { linkId: string; companyId: string; kind: Kind }

/** The token of a page or report, derived from its id: it can be shown again, and nobody can read it from the database. */
export const reportToken = (secret: TokenSecret, kind: Kind, linkId: string) =>
  deriveToken(secret, `report-${kind}:${linkId}`)

/** The path of a company's page for reports. */
export const reportPagePath = (secret: TokenSecret, pageId: string) =>
  pathTo(paths.reportForm, { page: reportToken(secret, 'page', pageId) })

/** The path where a person follows their report. */
export const reportStatusPath = (secret: TokenSecret, reportId: string) =>
  pathTo(paths.reportStatus, { report: reportToken(secret, 'report', reportId) })

const insertLink = statement('add-report-link', (p: Parameters<ReportLink & { hash: Buffer }>) =>
  db
    .insertInto('report_link')
    .values({ link_id: p.linkId, company_id: p.companyId, kind: p.kind, token_hash: p.hash })
    .onConflict((conflict) => conflict.doNothing()),
)

/** Keeps the hash of a link, once. On the sign-in pool, like everything here. */
export async function addReportLink(db: pg.Pool | pg.ClientBase, secret: TokenSecret, link: ReportLink) {
  await db.query(insertLink({ ...link, hash: hashToken(reportToken(secret, link.kind, link.linkId)) }))
}

const linkByToken = statement('find-report-link', (p: Parameters<{ hash: Buffer; kind: Kind }>) =>
  db
    .selectFrom('report_link')
    .select(['link_id', 'company_id'])
    .where('token_hash', '=', p.hash)
    .where('kind', '=', p.kind)
    .where('ended_at', 'is', null),
)

/** The link of a token; undefined if there is none, or it has ended. */
export async function findReportLink(pool: pg.Pool, kind: Kind, token: string): Promise<ReportLink | undefined> {
  if (!/^[\w-]{43}$/.test(token)) return undefined
  const [row] = await rowsOf(pool, linkByToken({ hash: hashToken(token), kind }))
  return row && { linkId: row.link_id, companyId: row.company_id, kind }
}

const updateMailed = statement('mail-report-link', (p: Parameters<{ reportId: string }>) =>
  db
    .updateTable('report_link')
    .set({ mailed_at: sql<string>`now()` })
    .where('link_id', '=', p.reportId)
    .where('kind', '=', sql.lit('report'))
    .where('mailed_at', 'is', null)
    .returning('link_id'),
)

/** Notes that the link of a report is mailed; false if it was before. In the transaction that queues the mail. */
export async function noteReportMail(client: pg.ClientBase, reportId: string): Promise<boolean> {
  return (await rowsOf(client, updateMailed({ reportId }))).length === 1
}

const reportLinkById = statement('report-link-by-id', (p: Parameters<{ reportId: string }>) =>
  db
    .selectFrom('report_link')
    .select('company_id')
    .where('link_id', '=', p.reportId)
    .where('kind', '=', sql.lit('report'))
    .where('ended_at', 'is', null),
)

/** The company that a report was sent to; undefined if there is no such report, or its link has ended. */
export async function companyOfReport(pool: pg.Pool, reportId: string): Promise<string | undefined> {
  return (await rowsOf(pool, reportLinkById({ reportId })))[0]?.company_id
}

const updateEnded = statement('end-report-pages', (p: Parameters<{ companyId: string; except: string }>) =>
  db
    .updateTable('report_link')
    .set({ ended_at: sql<string>`now()` })
    .where('company_id', '=', p.companyId)
    .where('kind', '=', sql.lit('page'))
    .where('link_id', '<>', p.except)
    .where('ended_at', 'is', null),
)

/** Ends all pages of a company except the one with this id, if there is one. */
export async function endReportPages(client: pg.ClientBase, companyId: string, except: string): Promise<void> {
  await client.query(updateEnded({ companyId, except }))
}
