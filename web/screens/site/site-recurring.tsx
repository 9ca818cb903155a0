import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { ruleWords } from '#core/recurring/words.ts'
import { paperDay } from '#core/time/format.ts'
import type { NamedSite } from '#core/wire/jobs/sites.ts'
import { toCome } from '#web/features/recurring/dates/to-come.ts'
import { RecurringDialog } from '#web/features/recurring/lazy-recurring-dialog.tsx'
import { useRecurring } from '#web/sync/reads/recurring/recurring-reads.ts'
import { useMay } from '#web/sync/rights.ts'
import { Card } from '#web/ui/card.tsx'
import styles from './site.module.css'

/** As many as are told of each work, so that none is missing between them. */
const mostToCome = 5

/** A site's recurring work and the next jobs of all of it, for the office. */
export function SiteRecurring({ site }: { site: NamedSite }) {
  const read = useRecurring({ siteId: site.siteId })
  const mayEdit = useMay('createJob')
  const [adding, setAdding] = useState(false)
  const work = read.data?.pages.flatMap((page) => page.work) ?? []
  const coming = toCome(work, mostToCome)
  if (!read.data && !read.isError) return null
  return (
    <Card
      title="Recurring work"
      flush
      action={
        mayEdit && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            Add<span className="sr"> recurring work</span>
          </Button>
        )
      }
    >
      {read.isError && <p className={styles.none}>Recurring work could not be loaded.</p>}
      {read.data && work.length === 0 && (
        <p className={`${styles.quiet} ${styles.none}`}>No recurring work here yet.</p>
      )}
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
      {read.hasNextPage && (
        <Button
          variant="subtle"
          size="compact-sm"
          loading={read.isFetchingNextPage}
          onClick={() => void read.fetchNextPage()}
        >
          Show more
        </Button>
      )}
      {coming.length > 0 && (
        <>
          <h3 className={styles.coming} id="to-come">
            Coming up
          </h3>
          <ol className={styles.rows} aria-labelledby="to-come">
            {coming.map(({ recurringId, title, date, on, job }) => (
              <li key={`${recurringId} ${date}`}>
                <span className={styles.recurring}>
                  <span>
                    {paperDay(on)}, {title}
                  </span>
                  {job && (
                    <Link to={`/job/${job.jobId}`} className={styles.link}>
                      Job {job.jobRef}
                    </Link>
                  )}
                </span>
              </li>
            ))}
          </ol>
        </>
      )}
      {adding && <RecurringDialog site={site} onClose={() => setAdding(false)} />}
    </Card>
  )
}
