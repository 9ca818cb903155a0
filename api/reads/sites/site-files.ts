import { type Expression, sql } from 'kysely'
import type pg from 'pg'
import { seqQuery } from '#api/reads/documents.ts'
import type { Attachment } from '#core/attachments/attachments.ts'
import type { Audience } from '#core/model/access.ts'
import type { SiteFilesAnswer } from '#core/wire/jobs/sites.ts'
import { siteFilesPageSize } from '#core/wire/list-options.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, statementByShape } from '#ledger/database/statement.ts'
import { liveSites } from './site-tables.ts'

type OfSite = Parameters<{ companyId: string; siteId: string; skipped: number }>

/** The files that a reader sees of each site, as rows of their own. */
const filesFor = (audience: Audience) => {
  const shared = sql`select value as file, true as for_team from jsonb_array_elements(site_row.body -> 'attachments')`
  const own = sql`select value, false from jsonb_array_elements(site_row.body #> '{office,attachments}')`
  return sql<{
    file: Attachment
    for_team: boolean
  }>`(${audience === 'office' ? sql`${shared} union all ${own}` : shared})`
}

/** The files of a site and of those that were merged into it. One that was merged into another has none: the other has them. */
const siteFiles = (companyId: Expression<string>, siteId: Expression<string>, audience: Audience) =>
  liveSites({ companyId: sql`${companyId}` })
    .crossJoinLateral(() => filesFor(audience).as<'one'>(sql`one`))
    .where((site) =>
      site.or([
        site.and([site('site_row.site_id', '=', siteId), site('site_row.merged_into', 'is', null)]),
        site('site_row.merged_into', '=', siteId),
      ]),
    )

/** The names of a site's files as one text, for a query over sites. */
export const siteFileNames = (companyId: Expression<string>, siteId: Expression<string>, audience: Audience) =>
  siteFiles(companyId, siteId, audience).select(
    sql<
      string | null
    >`string_agg(one.file ->> 'name', '; ' order by one.file ->> 'timestamp', one.file ->> 'fileId')`.as('names'),
  )

const page = statementByShape('site-files-page', (p: OfSite, { audience }: { audience: Audience }) =>
  siteFiles(p.companyId, p.siteId, audience)
    .select(['site_row.site_id', 'one.file', 'one.for_team', sql<number>`count(*) over ()`.as('all')])
    .orderBy(sql`one.file ->> 'timestamp'`, 'desc')
    .orderBy(sql`one.file ->> 'fileId'`, 'desc')
    .limit(siteFilesPageSize)
    .offset(p.skipped),
)

/** A page of a site's files, newest first; the last one, if there are fewer. */
export async function readSiteFiles(
  pool: pg.Pool,
  { companyId, audience }: { companyId: string; audience: Audience },
  siteId: string,
  asked = 1,
): Promise<SiteFilesAnswer> {
  const at = (skipped: number) =>
    readInCompany(pool, companyId, [page({ audience }, { companyId, siteId, skipped }), seqQuery(companyId, 'sites')])
  const skipped = (Math.max(1, asked) - 1) * siteFilesPageSize
  const found = await at(skipped)
  if (skipped > 0 && found[0].rows.length === 0) {
    const { totalPages } = await readSiteFiles(pool, { companyId, audience }, siteId)
    // Others may have deleted files since.
    if (totalPages < asked) return readSiteFiles(pool, { companyId, audience }, siteId, totalPages)
  }
  const [rows, seq] = found
  const total = rows.rows[0]?.all ?? 0
  return {
    files: rows.rows.map(({ file, site_id, for_team }) => ({ ...file, siteId: site_id, isForTeam: for_team })),
    totalPages: Math.ceil(total / siteFilesPageSize),
    totalResults: total,
    seq: seq.rows[0]?.seq ?? 0,
  }
}
