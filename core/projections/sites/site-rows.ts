import * as z from 'zod/mini'
import { isSiteEvent } from '#core/ledger/ledger.ts'
import { erasedText } from '#core/model/erased-text.ts'
import { id } from '#core/model/values.ts'
import type { Projection } from '#core/projections/projection.ts'
import { evolve, type Site, siteDocument } from '#core/site/site.ts'
import { foldName, isNaming, nameKeyOf, type SiteName, siteName } from '#core/site/site-directory.ts'
import { siteKey } from '#core/site/site-names.ts'

/** The address book: sites with events of their own. */
export const siteRows: Projection<Site> = {
  name: 'sites',
  version: 1,
  row: siteDocument,
  table: 'site_row',
  audience: 'everyone',
  pushed: true,
  // Screens read a site again when it is pushed, with what other streams say of it.
  pushedRow: ({ siteId }) => ({ siteId }),
  key: (event) => (event.stream === 'site' ? event.streamId : undefined),
  fold: (site, event) => (isSiteEvent(event) ? evolve(site, event) : site),
}

/** Whose each name is. */
export const siteNames: Projection<SiteName> = {
  name: 'site-names',
  version: 1,
  row: siteName,
  table: 'site_name',
  audience: 'everyone',
  pushed: false,
  key: (event) => (isNaming(event) ? nameKeyOf(event) : undefined),
  fold: (row, event) => (isNaming(event) ? foldName(row, event) : row),
}

/** The name by which a job points to its site. */
export const siteJob = z.object({ jobId: id, nameKey: z.string() })
export type SiteJob = z.infer<typeof siteJob>

export const siteJobs: Projection<SiteJob> = {
  name: 'site-jobs',
  version: 1,
  row: siteJob,
  table: 'site_job',
  audience: 'everyone',
  pushed: false,
  key: ({ type, streamId }) => (type === 'JobCreated' || type === 'JobSiteChanged' ? streamId : undefined),
  fold: (row, event) => {
    if (event.type !== 'JobCreated' && event.type !== 'JobSiteChanged') return row
    const { apartmentName } = event.data
    // An erased name is nobody's: jobs whose names were erased do not share a site.
    return { jobId: event.streamId, nameKey: apartmentName === erasedText ? '' : siteKey(apartmentName) }
  },
}
