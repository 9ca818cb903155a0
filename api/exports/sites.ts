import type pg from 'pg'
import { siteFileNames } from '#api/reads/sites/site-files.ts'
import { matchingSites, type SitesShape, type SiteToList, sitesShape, sitesValues } from '#api/reads/sites/sites.ts'
import type { Audience } from '#core/model/access.ts'
import { refusedNames } from '#core/site/refused-ways.ts'
import type { SiteContact, Tenant } from '#core/site/site.ts'
import type { SitesQuery } from '#core/wire/jobs/sites.ts'
import { readInBatches } from '#ledger/database/read-in-batches.ts'
import { statementByShape } from '#ledger/database/statement.ts'
import type { Column, Table } from './export-table.ts'

const allSites = statementByShape('export-sites', (p: Parameters<typeof matchingSites>[0], shape: SitesShape) =>
  matchingSites(p, shape).select(({ ref }) =>
    siteFileNames(p.companyId, ref('site.site_id'), shape.audience).as('files'),
  ),
)
type Line = SiteToList & { files: string | null }

/** The sites that match the list's search and filter, in its order; without office facts for the team. */
export function sitesTable(pool: pg.Pool, companyId: string, audience: Audience, query: SitesQuery): Table<Line> {
  const batches = readInBatches(pool, companyId, allSites(sitesShape(audience, query), sitesValues(companyId, query)))
  return { name: 'sites', columns: audience === 'office' ? [...columns, ...officeColumns] : columns, batches }
}

const columns: readonly Column<Line>[] = [
  { heading: 'Site', cell: ({ name }) => name },
  { heading: 'Address', cell: ({ body }) => body?.address },
  { heading: 'Postcode', cell: ({ body }) => body?.postcode },
  { heading: 'Access', cell: ({ body }) => body?.access },
  { heading: 'Keys', cell: ({ body }) => body?.keys },
  { heading: 'Parking', cell: ({ body }) => body?.parking },
  { heading: 'Stopcock', cell: ({ body }) => body?.stopcock },
  { heading: 'Tenants', cell: ({ body }) => body?.tenants.map(inWords).join('; ') },
  { heading: 'Files', cell: ({ files }) => files ?? '' },
]

const officeColumns: readonly Column<Line>[] = [
  { heading: 'Agency', cell: ({ body }) => body?.office?.agency },
  { heading: 'Contacts', cell: ({ body }) => body?.office?.contacts.map(inWords).join('; ') },
  {
    heading: 'Tenants’ Emails',
    cell: ({ body }) =>
      Object.values(body?.office?.emails ?? {})
        .filter(Boolean)
        .join('; '),
  },
  { heading: 'Notes', cell: ({ body }) => body?.office?.notes },
]

/** 'Lucy Hartley (agent), 0113 496 0118, lucy@example.com, until 2026-10-31' */
const inWords = (one: Tenant | SiteContact) =>
  [
    'role' in one ? `${one.name} (${one.role})` : one.name,
    one.telephone,
    'email' in one ? one.email : '',
    one.from ? `from ${one.from}` : '',
    one.until ? `until ${one.until}` : '',
    one.refuses ? `no ${refusedNames(one)}` : '',
  ]
    .filter(Boolean)
    .join(', ')
