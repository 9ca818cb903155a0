import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from 'react-router'
import { capitalised } from '#core/job/values.ts'
import { isOffice } from '#core/model/access.ts'
import { pounds } from '#core/model/money.ts'
import { timeIn } from '#core/time/format.ts'
import type { SiteInList, SitesAnswer } from '#core/wire/jobs/sites.ts'
import { useUser } from '#web/client/use-user.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import type { AskedSites } from '#web/sync/reads/sites/site-reads.ts'
import listStyles from '#web/ui/list.module.css'
import listPage from '#web/ui/list-page.module.css'
import { counted } from '#web/ui/number-format.ts'
import { Pager } from '#web/ui/pager.tsx'
import { SkipLink } from '#web/ui/skip-link.tsx'
import { EmptyState } from '#web/ui/states/empty-state.tsx'
import { SkeletonRows } from '#web/ui/states/loading.tsx'
import { ReadState } from '#web/ui/states/read-state.tsx'
import table from '#web/ui/table.module.css'
import { dayIn } from '#web/ui/time/format-instant.ts'
import styles from './address-book.module.css'

type Props = {
  page: UseQueryResult<SitesAnswer>
  asked: AskedSites
  /** Cards instead of a table. */
  cards: boolean
  onPage: (page: number) => void
}

/** A page of sites, or why there are none. */
export const SitesList = ({ page, asked, cards, onPage }: Props) => (
  <ReadState
    read={page}
    failed={() => 'Failed to load the address book. Please try again later.'}
    offline="You're offline. Sites that you have opened can still be read."
    skeleton={<SkeletonRows rows={cards ? 8 : 16} columns={{ site: 180, address: 220, tenant: 120, open: 40 }} />}
  >
    {(data) =>
      data.sites.length === 0 ? (
        <div className={listStyles.card}>
          <EmptyState
            title="No sites found."
            text={
              asked.search || asked.filter
                ? 'No sites match your search.'
                : 'A site is added when you create a job there.'
            }
          />
        </div>
      ) : (
        <div className={cards ? undefined : listStyles.card} aria-busy={page.isPlaceholderData}>
          <div className={cards ? undefined : listStyles.scroll}>
            {cards ? <Cards sites={data.sites} /> : <Table sites={data.sites} />}
          </div>
          <div className={listStyles.foot}>
            <p className={listStyles.said} aria-live="polite">
              {cards ? '' : counted(data.totalResults, 'site')}
            </p>
            <Pager page={asked.page ?? 1} totalPages={data.totalPages} onPage={onPage} />
          </div>
        </div>
      )
    }
  </ReadState>
)

function Table({ sites }: { sites: readonly SiteInList[] }) {
  const office = isOffice(useUser().userRole)
  const zone = useTimeZone()
  return (
    <>
      <SkipLink to="pages">Skip the list</SkipLink>
      <table className={`${table.table} ${listPage.table} ${styles.rows}`}>
        <caption className="sr">Sites</caption>
        <thead>
          <tr>
            <th scope="col">Site</th>
            <th scope="col">Address</th>
            {office && <th scope="col">Agency</th>}
            <th scope="col">Tenant</th>
            <th scope="col" className={styles.number}>
              Open jobs
            </th>
            <th scope="col">Visit</th>
            {office && (
              <th scope="col" className={styles.number}>
                Spent this year
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {sites.map((site) => (
            <tr key={site.siteId}>
              <th scope="row" title={site.name}>
                <Link to={`/site/${site.siteId}`}>{site.name}</Link>
              </th>
              <td className={`${listPage.cut} ${styles.part}`} title={addressOf(site)}>
                {addressOf(site) || <span className={listPage.quiet}>None yet</span>}
              </td>
              {office && (
                <td className={`${listPage.cut} ${styles.part}`} title={site.office?.agency}>
                  {capitalised(site.office?.agency ?? '')}
                </td>
              )}
              <td className={`${listPage.cut} ${styles.part}`} title={site.tenants.join(', ')}>
                {site.tenants.join(', ') || <span className={listPage.quiet}>None</span>}
              </td>
              <td className={styles.number}>{site.openJobs}</td>
              <td>{site.visit && visitAt(site.visit, zone)}</td>
              {office && <td className={styles.number}>{pounds(site.office?.spentThisYear ?? 0)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

const Cards = ({ sites }: { sites: readonly SiteInList[] }) => (
  <ul className={listPage.cards}>
    {sites.map((site) => (
      <li key={site.siteId}>
        <Link to={`/site/${site.siteId}`} className={`${listPage.card} ${styles.card}`}>
          <strong>{site.name}</strong>
          <span className={styles.place}>{addressOf(site)}</span>
          {site.openJobs > 0 && <span className={styles.tag}>{counted(site.openJobs, 'open job')}</span>}
        </Link>
      </li>
    ))}
  </ul>
)

/** '22 Ashdown Road, Leeds LS6 2HN' */
const addressOf = ({ address, postcode }: SiteInList) =>
  [address.replaceAll('\n', ', '), postcode].filter(Boolean).join(' ')

const visitAt = (visit: string, zone: string) => `${dayIn(visit, zone)}, ${timeIn(visit, zone)}`
