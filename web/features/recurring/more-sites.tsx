import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { NamedSite } from '#core/wire/jobs/sites.ts'
import { SitePicker } from '#web/features/site/site-picker.tsx'
import { useSite } from '#web/sync/reads/sites/site-reads.ts'
import { counted } from '#web/ui/number-format.ts'
import button from '#web/ui/square-button.module.css'
import styles from './more-sites.module.css'

type Props = {
  first: NamedSite
  more: readonly NamedSite[]
  /** The sites from the first on. */
  onChange: (sites: readonly NamedSite[]) => void
}

/** As many commands as one request takes. */
const mostSites = 100

/** The sites that get the same recurring work, each its own: picked one after another, or all flats of a building at once. */
export function MoreSites({ first, more, onChange }: Props) {
  const [typed, setTyped] = useState('')
  const { data } = useSite(first.siteId)
  const flats = (data?.flats ?? []).slice(0, mostSites)
  const all = [first, ...more]
  const add = (site: NamedSite) => {
    if (all.length < mostSites && !all.some((one) => one.siteId === site.siteId)) onChange([...all, site])
  }
  return (
    <div className={styles.more}>
      {flats.length > 0 && more.length === 0 && (
        <Button variant="default" size="xs" className={styles.flats} onClick={() => onChange(flats)}>
          {flats.length < (data?.flatCount ?? 0) ? 'Use its first' : 'Use its'} {counted(flats.length, 'flat')} instead
        </Button>
      )}
      {more.length > 0 && (
        <ul className={styles.chosen} aria-label="Sites">
          {all.map((site) => (
            <li key={site.siteId} className={styles.site}>
              {site.name}
              <button
                type="button"
                className={`${button.small} ${styles.remove}`}
                onClick={() => onChange(all.filter((one) => one !== site))}
              >
                <IconX size={14} stroke={2} aria-hidden />
                <span className="sr">Remove {site.name}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {all.length < mostSites && (
        <SitePicker
          aria-label="Another site"
          placeholder="Another site with the same work"
          typed={typed}
          onPick={(text) => setTyped(text)}
          onChoose={(site) => {
            add(site)
            setTyped('')
          }}
        />
      )}
    </div>
  )
}
