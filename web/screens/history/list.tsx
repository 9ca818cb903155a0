import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { type CompanyBurst, companyBursts } from '#core/history/bursts/company-bursts.ts'
import { fullDayIn } from '#core/time/format.ts'
import { useLoadOnScroll } from '#web/features/history/use-load-on-scroll.ts'
import type { useCompanyHistory } from '#web/sync/reads/history.ts'
import { counted } from '#web/ui/number-format.ts'
import { EmptyState } from '#web/ui/states/empty-state.tsx'
import { Loading, SkeletonRows } from '#web/ui/states/loading.tsx'
import { ReadFailed } from '#web/ui/states/read-failed.tsx'
import { dateIn } from '#web/ui/time/format-instant.ts'
import styles from './list.module.css'
import { HistoryRow, type RowContext } from './row.tsx'

type Props = {
  read: ReturnType<typeof useCompanyHistory>
  narrowed: boolean
  onClear: () => void
} & RowContext

/** A company's history, grouped by the day it was recorded; earlier entries load as the user scrolls. */
export function HistoryList({ read, narrowed, onClear, ...context }: Props) {
  const { entries, isError, error, refetch, isPlaceholderData } = read
  const isCut = read.hasNextPage
  const bursts = useMemo(() => companyBursts(entries ?? [], { isCut }), [entries, isCut])
  if (!entries && isError)
    return (
      <ReadFailed text={`Failed to fetch the history: ${error.message}`} error={error} onRetry={() => void refetch()} />
    )
  if (!entries)
    return (
      <Loading>
        <SkeletonRows rows={12} columns={{ time: 46, who: 24, what: '55%', place: 120, event: 50 }} />
      </Loading>
    )
  if (entries.length === 0 && !read.hasNextPage)
    return (
      <div className={styles.card}>
        <EmptyState
          title="No matching history."
          text="Try fewer filters or another search."
          action={
            narrowed && (
              <Button variant="default" onClick={onClear}>
                Clear
              </Button>
            )
          }
        />
      </div>
    )
  return (
    <div className={styles.card} aria-busy={isPlaceholderData}>
      {daysOf(bursts, context.zone).map(({ day, bursts: ofDay }, index) => (
        <section key={day}>
          <h2 className={styles.day}>
            {day}
            {index === 0 && <span className={styles.count}>{countOf(entries.length, read.hasNextPage)}</span>}
          </h2>
          <ol className={styles.rows}>
            {ofDay.map((burst) => (
              <HistoryRow key={burst.groups.at(-1)?.cause.seq} burst={burst} {...context} />
            ))}
          </ol>
        </section>
      ))}
      <Further read={read} zone={context.zone} />
    </div>
  )
}

const countOf = (shown: number, isMore: boolean) => `${isMore ? 'The newest ' : ''}${counted(shown, 'event')}`

function daysOf(bursts: readonly CompanyBurst[], zone: string) {
  const now = Date.now()
  const thisYear = fullDayIn(new Date(now).toISOString(), zone).slice(-' 2026'.length)
  const nameOf = (instant: string) => fullDayIn(instant, zone).replace(thisYear, '')
  const [today, yesterday] = [now, now - 86_400_000].map((one) => nameOf(new Date(one).toISOString()))
  const days: { day: string; bursts: CompanyBurst[] }[] = []
  for (const burst of bursts) {
    const name = nameOf(burst.groups[0]?.cause.recordedAt ?? '')
    const day = name === today ? `Today, ${name}` : name === yesterday ? `Yesterday, ${name}` : name
    const last = days.at(-1)
    if (last?.day === day) last.bursts.push(burst)
    else days.push({ day, bursts: [burst] })
  }
  return days
}

/** Loads the next page when the user scrolls near it; after a long search, when they press a button. */
function Further({ read, zone }: { read: Props['read']; zone: string }) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, searchedTo } = read
  const loadsOnScroll = hasNextPage && !isFetchingNextPage && !isFetchNextPageError && searchedTo === undefined
  const foot = useLoadOnScroll(loadsOnScroll, fetchNextPage)
  if (!hasNextPage) return <p className={styles.end}>End of history</p>
  return (
    <div ref={foot} className={styles.further}>
      {isFetchNextPageError && <p role="alert">The rest could not be loaded.</p>}
      {searchedTo && (
        <p role="status">
          {read.entries?.length === 0 ? 'No matches since' : 'Searched back to'} {dateIn(searchedTo, zone)}.
        </p>
      )}
      <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {searchedTo ? 'Search earlier' : 'Show more'}
      </Button>
    </div>
  )
}
