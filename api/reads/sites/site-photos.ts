import { sql } from 'kysely'
import type pg from 'pg'
import { documents, seqQuery } from '#api/reads/documents.ts'
import type { Job } from '#core/job/job.ts'
import type { ImageUrls } from '#core/wire/images.ts'
import { mostSitePhotos, type SitePhotosAnswer } from '#core/wire/jobs/sites.ts'
import { readInCompany } from '#ledger/database/connect.ts'
import { type Parameters, statement } from '#ledger/database/statement.ts'
import { byHash } from '#ledger/read-models/live-generation.ts'
import { jobsOfSite } from './site-tables.ts'
import type { SiteReader } from './sites.ts'

type OfSite = Parameters<{ companyId: string; site: string; onlyAgency: string | null }>
type Image = Job['images'][number]

/** The images of the jobs at a site, but for those whose files were erased. */
const images = (p: OfSite) =>
  documents(p, 'job')
    .crossJoinLateral(() =>
      sql<{ image: Image }>`(select value as image from jsonb_array_elements(document.body -> 'images'))`.as<'one'>(
        sql`one`,
      ),
    )
    .where((job) =>
      byHash(
        job('document.key', 'in', jobsOfSite(p).clearSelect().select(sql<string>`site_job.job_id::text`.as('key'))),
      ),
    )
    .where(sql<boolean>`one.image ->> 'src' like '/%'`)
    .where(
      sql<boolean>`(${p.onlyAgency}::text is null or lower(document.body #>> '{office,agency}') = lower(${p.onlyAgency}::text))`,
    )

const newest = statement('site-photos', (p: OfSite) =>
  images(p)
    .select(['document.key as jobId', 'one.image', sql<string>`document.body ->> 'jobRef'`.as('jobRef')])
    .orderBy(sql`one.image ->> 'timestamp'`, 'desc')
    .orderBy(sql`one.image ->> 'imageId'`, 'desc')
    .limit(mostSitePhotos),
)

const counts = statement('site-photos-count', (p: OfSite) =>
  images(p).select(({ fn }) => [
    fn.countAll<number>().as('photos'),
    sql<number>`count(distinct document.key)`.as('jobs'),
  ]),
)

/** The newest photos of the jobs at a site, with the addresses that `urlsOf` gives them. */
export async function readSitePhotos(
  pool: pg.Pool,
  { companyId, onlyAgency }: Pick<SiteReader, 'companyId' | 'onlyAgency'>,
  site: string,
  urlsOf: (images: readonly Image[]) => Record<string, ImageUrls>,
): Promise<SitePhotosAnswer> {
  const of = { companyId, site, onlyAgency: onlyAgency ?? null }
  const [rows, counted, at] = await readInCompany(pool, companyId, [newest(of), counts(of), seqQuery(companyId, 'job')])
  const urlsById = urlsOf(rows.rows.map(({ image }) => image))
  return {
    photos: rows.rows.flatMap(({ jobId, jobRef, image: { imageId, description, timestamp } }) => {
      const urls = urlsById[imageId]
      return urls ? [{ jobId, jobRef, imageId, description, timestamp, urls }] : []
    }),
    counts: counted.rows[0] ?? { photos: 0, jobs: 0 },
    seq: at.rows[0]?.seq ?? 0,
  }
}
