import { Link } from 'react-router'
import { capitalised } from '#core/job/values.ts'
import { isOffice } from '#core/model/access.ts'
import { pounds } from '#core/model/money.ts'
import type { SiteInList } from '#core/wire/jobs/sites.ts'
import { useUser } from '#web/client/use-user.ts'
import { DueTag } from '#web/features/deadlines/due-tag.tsx'
import { addressLine } from '#web/features/visit/way-to-site.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import listPage from '#web/ui/list-page.module.css'
import { SkipLink } from '#web/ui/skip-link.tsx'
import { SortableHead } from '#web/ui/sortable-head.tsx'
import table from '#web/ui/table.module.css'
import { useNow } from '#web/ui/time/use-now.ts'
import styles from './address-book.module.css'
import { visitWords } from './visit-words.ts'

type Props = {
  sites: readonly SiteInList[]
  /** That of what was spent. */
  year: string | undefined
  direction: 'asc' | 'desc'
  onDirection: (direction: 'asc' | 'desc') => void
}

/** A page of the address book as a table; without agency, deadlines and spending for the team. */
export function SitesTable({ sites, year, direction, onDirection }: Props) {
  const office = isOffice(useUser().userRole)
  return (
    <>
      <SkipLink to="pages">Skip the list</SkipLink>
      <table className={`${table.table} ${listPage.table} ${styles.rows}`}>
        <caption className="sr">Sites</caption>
        <thead>
          <tr>
            <SortableHead
              name="Site"
              sorted={direction === 'asc' ? 'ascending' : 'descending'}
              onSort={() => onDirection(direction === 'asc' ? 'desc' : 'asc')}
            />
            <th scope="col">Address</th>
            {office && <th scope="col">Agency</th>}
            <th scope="col">Tenant</th>
            <th scope="col" className={styles.number}>
              Open jobs
            </th>
            {office && <th scope="col">Next deadline</th>}
            <th scope="col">Visit</th>
            {office && (
              <th scope="col" className={styles.number}>
                {year ? `Spent in ${year}` : 'Spent'}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {sites.map((site) => (
            <Row key={site.siteId} site={site} office={office} />
          ))}
        </tbody>
      </table>
    </>
  )
}

function Row({ site, office }: { site: SiteInList; office: boolean }) {
  const zone = useTimeZone()
  const now = new Date(useNow()).toISOString()
  const { nextDeadline, agency = '', spentThisYear = 0 } = site.office ?? {}
  const place = addressLine(site)
  const street = place.slice(0, place.length - site.postcode.length)
  return (
    <tr>
      <th scope="row" title={site.name}>
        <Link to={`/site/${site.siteId}`}>{site.name}</Link>
      </th>
      <td className={`${listPage.cut} ${styles.part}`} title={place}>
        {place ? (
          <span className={styles.where}>
            <span className={styles.street}>{street}</span>
            <span>{site.postcode}</span>
          </span>
        ) : (
          <span className={listPage.quiet}>None yet</span>
        )}
      </td>
      {office && (
        <td className={`${listPage.cut} ${styles.agencyName}`} title={agency}>
          {capitalised(agency)}
        </td>
      )}
      <td className={`${listPage.cut} ${styles.person}`} title={site.tenants.join(', ')}>
        {site.tenants.join(', ') || <span className={listPage.quiet}>{site.isEmpty ? 'Empty' : 'None yet'}</span>}
      </td>
      <td className={styles.number}>
        {site.openJobs === 0 ? <span className={listPage.quiet}>0</span> : site.openJobs}
      </td>
      {office && (
        <td>{nextDeadline ? <DueTag deadline={nextDeadline} /> : <span className={listPage.quiet}>None</span>}</td>
      )}
      <td>{site.visit && visitWords(site.visit, now, zone)}</td>
      {office && <td className={`${styles.number} ${styles.spent}`}>{pounds(spentThisYear)}</td>}
    </tr>
  )
}
