import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { NamedSite, SiteAnswer } from '#core/wire/jobs/sites.ts'
import { useSaving } from '#web/features/site/use-saving.ts'
import { useMay } from '#web/sync/rights.ts'
import { Card } from '#web/ui/card.tsx'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { counted } from '#web/ui/number-format.ts'
import { toast } from '#web/ui/states/toast.tsx'
import styles from './site.module.css'

const SiteLocation = lazyComponent(async () => (await import('./site-location.tsx')).SiteLocation)

/** Address and access, and how the site belongs to others. */
export function SiteFacts({ answer }: { answer: SiteAnswer }) {
  const { site, building, flats, flatCount, otherNames, merged, mergedInto } = answer
  const { office } = site
  const facts: [string, ReactNode][] = [
    ['Address', [site.address, site.postcode].filter(Boolean).join('\n')],
    ['Building', building && <SiteLink site={building} />],
    ['Access', site.access],
    ['Keys', site.keys],
    ['Parking', site.parking],
    ['Stopcock', site.stopcock],
    ['Agency', office?.agency],
    ['Notes', office?.notes],
    ['Also called', otherNames.length > 0 && otherNames.join(', ')],
  ]
  const known = facts.filter(([, value]) => Boolean(value))
  return (
    <>
      {mergedInto && (
        <p className={styles.notice} role="status">
          This site was merged into <SiteLink site={mergedInto} />, which has its jobs and files.
          <UndoMerge site={site} />
        </p>
      )}
      <Card title="Address and access" detail={office ? 'The team sees all but agency and notes' : undefined}>
        {known.length === 0 ? (
          <p className={styles.quiet}>No address or access details yet.</p>
        ) : (
          <dl className={styles.facts}>
            {known.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
        <SiteLocation site={site} />
      </Card>
      {flatCount > 0 && (
        <Card title="In this building" detail={counted(flatCount, 'site')}>
          <ul className={styles.links}>
            {flats.map((one) => (
              <li key={one.siteId}>
                <SiteLink site={one} />
              </li>
            ))}
          </ul>
        </Card>
      )}
      {merged.length > 0 && (
        <Card title="Merged into this site" detail={counted(merged.length, 'site')} flush>
          <ul className={styles.rows}>
            {merged.map((one) => (
              <li key={one.siteId}>
                {one.name}
                <UndoMerge site={one} />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  )
}

const SiteLink = ({ site }: { site: NamedSite }) => (
  <Link to={`/site/${site.siteId}`} className={styles.link}>
    {site.name}
  </Link>
)

function UndoMerge({ site }: { site: NamedSite }) {
  const { busy, save } = useSaving()
  const mayEdit = useMay('editJob')
  const undo = async () => {
    if (await save({ type: 'UndoSiteMerge', data: { siteId: site.siteId } }))
      toast.success(`${site.name} is a separate site again.`)
    else toast.failure('The merge could not be undone. Please try again.')
  }
  if (!mayEdit) return null
  return (
    <Button variant="subtle" size="compact-sm" disabled={busy} onClick={undo}>
      Undo merge<span className="sr"> of {site.name}</span>
    </Button>
  )
}
