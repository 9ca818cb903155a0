import { IconBuildingEstate, IconChevronRight } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { SiteInList } from '#core/wire/jobs/sites.ts'
import { DueTag } from '#web/features/deadlines/due-tag.tsx'
import { addressLine } from '#web/features/visit/way-to-site.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import listPage from '#web/ui/list-page.module.css'
import { Highlighted } from '#web/ui/marks/highlighted.tsx'
import { counted } from '#web/ui/number-format.ts'
import styles from './address-book.module.css'

const Distance = lazyComponent(async () => (await import('./distance.tsx')).Distance)

type Props = { sites: readonly SiteInList[]; search: string }

/** A page of the address book on a phone. Buildings that a search finds stand apart, unless the order of all counts. */
export function SiteCards({ sites, search, inOrder }: Props & { inOrder: boolean }) {
  const buildings = search && !inOrder ? sites.filter(({ flats }) => flats > 0) : []
  if (buildings.length === 0) return <Cards sites={sites} search={search} />
  const others = sites.filter((site) => !buildings.includes(site))
  return (
    <>
      <h2 className={styles.heading}>{buildings.length === 1 ? 'Building' : 'Buildings'}</h2>
      <Cards sites={buildings} search={search} />
      {others.length > 0 && (
        <>
          <h2 className={styles.heading}>Sites</h2>
          <Cards sites={others} search={search} />
        </>
      )}
    </>
  )
}

const Cards = ({ sites, search }: Props) => (
  <ul className={listPage.cards}>
    {sites.map((site) => (
      <li key={site.siteId}>
        <Card site={site} search={search} />
      </li>
    ))}
  </ul>
)

function Card({ site, search }: { site: SiteInList; search: string }) {
  const flats = site.flats > 0 ? counted(site.flats, 'flat') : ''
  const place = [flats, addressLine(site)].filter(Boolean).join(', ')
  const street = place.slice(0, place.length - site.postcode.length)
  const nextDeadline = site.office?.nextDeadline
  return (
    <Link to={`/site/${site.siteId}`} className={`${listPage.card} ${styles.card}`}>
      {site.flats > 0 && <IconBuildingEstate className={styles.building} size={24} stroke={1.5} aria-hidden />}
      <span className={styles.words}>
        <strong>
          <Highlighted text={site.name} search={search} />
        </strong>
        {place && (
          <span className={styles.place}>
            <Highlighted text={street} search={search} />
            <span className={styles.postcode}>
              <Highlighted text={site.postcode} search={search} />
            </span>
          </span>
        )}
        {(site.openJobs > 0 || nextDeadline) && (
          <span className={styles.tags}>
            {site.openJobs > 0 && <span className={styles.tag}>{counted(site.openJobs, 'open job')}</span>}
            {nextDeadline && <DueTag deadline={nextDeadline} />}
          </span>
        )}
      </span>
      {site.metresAway !== undefined && <Distance metres={site.metresAway} />}
      <IconChevronRight className={styles.chevron} size={20} stroke={1.75} aria-hidden />
    </Link>
  )
}
