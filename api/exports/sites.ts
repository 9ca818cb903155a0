import { sql } from 'kysely'
import type pg from 'pg'
import {
  matchingSites,
  type SitesShape,
  type SitesValues,
  type SiteToList,
  sitesShape,
  sitesValues,
} from '#api/reads/sites/matching-sites.ts'
import { deadlineOf, figuresAt, type SiteFigures } from '#api/reads/sites/site-figures.ts'
import { siteFileNames } from '#api/reads/sites/site-files.ts'
import type { Audience } from '#core/model/access.ts'
import { refusedNames } from '#core/site/refused-ways.ts'
import type { SiteContact, Tenant } from '#core/site/site.ts'
import { wallClock } from '#core/time/wall-clock.ts'
import type { SitesQuery } from '#core/wire/jobs/sites.ts'
import { readInBatches } from '#ledger/database/read-in-batches.ts'
import { type Parameters, statementByShape } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { type Column, type ExportContext, poundsForSpreadsheet, type Table } from './export-table.ts'

const allSites = statementByShape('export-sites', (p: SitesValues & Parameters<{ now: string }>, shape: SitesShape) =>
  db
    // In their order already, so that figures are looked up as the file is read.
    .selectFrom(matchingSites(p, shape).as('site'))
    .crossJoinLateral(() =>
      figuresAt(p, sql.ref('site.site_id'), { isOffice: shape.audience === 'office' }).as('figures'),
    )
    .select(['site.site_id', 'site.name', 'site.body'])
    .select(({ ref }) => siteFileNames(p.companyId, ref('site.site_id'), shape.audience).as('files'))
    .selectAll('figures')
    .orderBy('site.place'),
)
type Line = SiteToList & SiteFigures & { files: string | null }

type Reader = { companyId: string; audience: Audience; now: Date }

/** The sites that match the list's search and filter, in its order; without office facts for the team. */
export function sitesTable(
  pool: pg.Pool,
  { companyId, audience, now }: Reader,
  query: SitesQuery,
  { timeZone }: Pick<ExportContext, 'timeZone'>,
): Table<Line> {
  const values = { ...sitesValues(companyId, query), now: now.toISOString() }
  const shown = [...columns, ...jobColumns(timeZone)]
  return {
    name: 'sites',
    columns: audience === 'office' ? [...shown, ...officeColumns(now, timeZone)] : shown,
    batches: readInBatches(pool, companyId, allSites(sitesShape(audience, query), values)),
  }
}

const local = (instant: string, timeZone: string) => Object.values(wallClock(instant, timeZone)).join(' ')

const jobColumns = (timeZone: string): readonly Column<Line>[] => [
  { heading: 'Open Jobs', cell: ({ open_jobs }) => open_jobs },
  { heading: 'Visit', cell: ({ visit }) => (visit ? local(visit, timeZone) : '') },
]

const columns: readonly Column<Line>[] = [
  { heading: 'Site', cell: ({ name }) => name },
  { heading: 'Address', cell: ({ body }) => body?.address },
  { heading: 'Postcode', cell: ({ body }) => body?.postcode },
  { heading: 'Latitude', cell: ({ body }) => body?.location?.latitude },
  { heading: 'Longitude', cell: ({ body }) => body?.location?.longitude },
  { heading: 'Access', cell: ({ body }) => body?.access },
  { heading: 'Keys', cell: ({ body }) => body?.keys },
  { heading: 'Parking', cell: ({ body }) => body?.parking },
  { heading: 'Stopcock', cell: ({ body }) => body?.stopcock },
  { heading: 'Tenants', cell: ({ body }) => body?.tenants.map(inWords).join('; ') },
  { heading: 'Files', cell: ({ files }) => files ?? '' },
]

const officeColumns = (now: Date, timeZone: string): readonly Column<Line>[] => [
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
  {
    heading: 'Next Deadline',
    cell: ({ owed }) => {
      const due = owed && deadlineOf(owed)?.due
      return due ? local(due, timeZone) : ''
    },
  },
  {
    heading: `Spent In ${wallClock(now.toISOString(), timeZone).day.slice(0, 4)}`,
    cell: ({ spent = 0 }) => poundsForSpreadsheet(spent),
  },
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
