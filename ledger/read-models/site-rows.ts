import type { SiteJob } from '#core/projections/sites/site-rows.ts'
import { officeOf, type Site } from '#core/site/site.ts'
import type { SiteName } from '#core/site/site-directory.ts'
import { siteKey, siteSortKey } from '#core/site/site-names.ts'
import type { SiteJobTable, SiteNameTable, SiteRowTable } from '#ledger/database/tables.ts'
import type { Narrowed, RowMapping } from './row-types.ts'

export type SiteRecord = Narrowed<SiteRowTable, { body: Site }>
export type SiteNameRecord = Narrowed<SiteNameTable, object>
export type SiteJobRecord = Narrowed<SiteJobTable, object>

/** What everybody can search a site by; the office searches the rest as well. */
const searchKey = ({ name, address, postcode, tenants }: Site) => [
  name,
  address,
  postcode,
  postcode.replace(' ', ''),
  ...tenants.flatMap((one) => [one.name, one.telephone, one.telephone.replace(/\s/g, '')]),
]

const joined = (texts: readonly string[]) => texts.filter(Boolean).map(siteKey).join('\n')

export const siteRowMapping: RowMapping<Site, SiteRecord> = {
  key: 'site_id',
  columns: {
    site_id: 'uuid',
    name: 'text',
    sort_key: 'text',
    merged_into: 'uuid',
    building_id: 'uuid',
    agency: 'text',
    latitude: 'double precision',
    longitude: 'double precision',
    search_key: 'text',
    office_search_key: 'text',
    body: 'jsonb',
  },
  toRecord: (site) => {
    const { agency, emails, contacts } = officeOf(site)
    return {
      site_id: site.siteId,
      name: site.name,
      sort_key: siteSortKey(site.name),
      merged_into: site.mergedInto ?? null,
      building_id: site.buildingId ?? null,
      agency,
      latitude: site.location?.latitude ?? null,
      longitude: site.location?.longitude ?? null,
      search_key: joined(searchKey(site)),
      office_search_key: joined([
        ...searchKey(site),
        agency,
        ...Object.values(emails),
        ...contacts.flatMap((one) => [one.name, one.telephone, one.telephone.replace(/\s/g, ''), one.email]),
      ]),
      body: site,
    }
  },
  fromRecord: ({ body }) => body,
}

export const siteNameMapping: RowMapping<SiteName, SiteNameRecord> = {
  key: 'name_key',
  columns: { name_key: 'text', name: 'text', sort_key: 'text', site_id: 'uuid', is_own: 'boolean' },
  toRecord: ({ name, siteId, isOwn }) => ({
    name_key: siteKey(name),
    name,
    sort_key: siteSortKey(name),
    site_id: siteId,
    is_own: isOwn,
  }),
  fromRecord: (record) => ({ name: record.name, siteId: record.site_id, isOwn: record.is_own }),
}

export const siteJobMapping: RowMapping<SiteJob, SiteJobRecord> = {
  key: 'job_id',
  columns: { job_id: 'uuid', name_key: 'text' },
  toRecord: ({ jobId, nameKey }) => ({ job_id: jobId, name_key: nameKey }),
  fromRecord: (record) => ({ jobId: record.job_id, nameKey: record.name_key }),
}
