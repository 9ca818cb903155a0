import { Button } from '@mantine/core'
import type { AuditEntry } from '#core/wire/account/audit.ts'
import { Page } from '#web/frame/page.tsx'
import styles from '#web/screens/history/list.module.css'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { EmptyState } from '#web/ui/states/empty-state.tsx'
import { Loading, SkeletonRows } from '#web/ui/states/loading.tsx'
import { ReadFailed } from '#web/ui/states/read-failed.tsx'
import { dayIn } from '#web/ui/time/format-instant.ts'
import { useAudit } from './read-audit.ts'
import { SecurityRow } from './security-row.tsx'
import { HistoryViews } from './views.tsx'

/** Sign-ins, refusals of rights, exports and changes of roles and keys of the last 400 days: who, when and from where. */
export function SecurityHistory() {
  return (
    <Page title="History">
      <HistoryViews security />
      <SecurityList />
    </Page>
  )
}

function SecurityList() {
  const zone = useTimeZone()
  const read = useAudit()
  const { data, error, refetch, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = read
  if (!data && error)
    return (
      <ReadFailed text={`Failed to fetch the list: ${error.message}`} error={error} onRetry={() => void refetch()} />
    )
  if (!data)
    return (
      <Loading>
        <SkeletonRows rows={12} columns={{ time: 46, who: 24, what: '55%', from: 200 }} />
      </Loading>
    )
  const people = Object.assign({}, ...data.pages.map((page) => page.people))
  const entries = data.pages.flatMap((page) => page.entries)
  if (entries.length === 0)
    return (
      <div className={styles.card}>
        <EmptyState
          title="Nothing yet."
          text="Sign-ins, refused requests, exports and changes of roles and passwords appear here."
        />
      </div>
    )
  return (
    <div className={styles.card}>
      {byDay(entries, zone).map(([day, ofDay]) => (
        <section key={day}>
          <h2 className={styles.day}>{day}</h2>
          <ol className={styles.rows}>
            {ofDay.map((entry) => (
              <SecurityRow key={entry.entryId} entry={entry} people={people} zone={zone} />
            ))}
          </ol>
        </section>
      ))}
      <div className={styles.further}>
        {isFetchNextPageError && <p role="alert">The rest could not be loaded.</p>}
        {hasNextPage ? (
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        ) : (
          <p>Entries are kept for 400 days.</p>
        )}
      </div>
    </div>
  )
}

function byDay(entries: readonly AuditEntry[], zone: string): [string, AuditEntry[]][] {
  return [...Map.groupBy(entries, (entry) => dayIn(entry.firstAt, zone))]
}
