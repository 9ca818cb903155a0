import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { ruleWords } from '#core/recurring/words.ts'
import { paperDay } from '#core/time/format.ts'
import type { NamedSite } from '#core/wire/jobs/sites.ts'
import { RecurringDialog } from '#web/features/recurring/lazy-recurring-dialog.tsx'
import { useRecurring } from '#web/sync/reads/recurring/recurring-reads.ts'
import { useMay } from '#web/sync/rights.ts'
import { Card } from '#web/ui/card.tsx'
import styles from './site.module.css'

/** A site's recurring work, for the office. */
export function SiteRecurring({ site }: { site: NamedSite }) {
  const read = useRecurring(site.siteId)
  const mayEdit = useMay('createJob')
  const [adding, setAdding] = useState(false)
  const work = read.data?.work ?? []
  if (!read.data && !read.isError) return null
  return (
    <Card
      title="Recurring work"
      flush
      action={
        mayEdit && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            Add<span className="sr"> recurring work</span>
          </Button>
        )
      }
    >
      {read.isError && <p className={styles.none}>Recurring work could not be loaded.</p>}
      {read.data && work.length === 0 && <p className={`${styles.quiet} ${styles.none}`}>Nothing comes again here.</p>}
      <ul className={styles.rows}>
        {work.map((one) => {
          const next = one.dates.find((date) => !date.isSkipped)
          return (
            <li key={one.recurringId}>
              <span className={styles.recurring}>
                <Link to={`/recurring-work?work=${one.recurringId}`} className={styles.link}>
                  {one.title}
                </Link>
                <small>{ruleWords(one.rule)}</small>
                <small>
                  {one.state === 'paused' ? 'Paused' : next ? `Next ${paperDay(next.on)}` : 'No more dates'}
                </small>
              </span>
            </li>
          )
        })}
      </ul>
      {adding && <RecurringDialog site={site} onClose={() => setAdding(false)} />}
    </Card>
  )
}
