import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { addDays, wallClock } from '#core/time/wall-clock.ts'
import type { NotificationItem } from '#core/wire/jobs/notifications.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { useMarkRead } from '#web/sync/reads/notifications/mark-read.ts'
import { type Told, useNotifications } from '#web/sync/reads/notifications/notification-reads.ts'
import { EmptyState } from '#web/ui/states/empty-state.tsx'
import { SkeletonRows } from '#web/ui/states/loading.tsx'
import { ReadState } from '#web/ui/states/read-state.tsx'
import { dayIn } from '#web/ui/time/format-instant.ts'
import { useToday } from '#web/ui/time/today.ts'
import { FinishedJobs } from './finished-jobs.tsx'
import { folded } from './folded.ts'
import { NotificationLine } from './notification-line.tsx'
import styles from './notifications.module.css'

const tabs = ['all', 'new', 'mentions'] as const
type Tab = (typeof tabs)[number]
const toldIn: Record<Tab, Told> = { all: 'all', new: 'all', mentions: 'mentions' }

/** What the person was told, by day: all of it, what is new, or the comments that name them. */
export function NotificationList({ onOpen }: { onOpen?: () => void }) {
  const [tab, setTab] = useState<Tab>('all')
  const read = useNotifications(toldIn[tab])
  const markRead = useMarkRead()
  const { items, unread, unreadIds, news, hasNextPage, isFetching, isError, fetchNextPage } = read
  const names: Record<Tab, string> = { all: 'All', new: `New ${unread || ''}`, mentions: 'Mentions' }
  const shown = items?.filter((one) => !(tab === 'new' && one.isRead))
  const listed = new Set(items?.map((one) => one.notificationId))
  // What is new may stand behind pages of what has been read.
  const hasMoreNew = tab === 'new' && hasNextPage && unreadIds.some((id) => !listed.has(id))
  const readsOn = hasMoreNew && !isFetching && !isError
  useEffect(() => {
    if (readsOn) void fetchNextPage()
  }, [readsOn, fetchNextPage])
  return (
    <>
      <fieldset className={styles.filters} aria-label="Which notifications">
        {tabs.map((one) => (
          <button
            key={one}
            type="button"
            className={styles.filter}
            aria-pressed={tab === one}
            onClick={() => setTab(one)}
          >
            {names[one]}
          </button>
        ))}
      </fieldset>
      {news > 0 && (
        <Button variant="default" className={styles.news} onClick={() => void read.refetch()}>
          Show {news} new
        </Button>
      )}
      <ReadState
        read={{ data: shown, error: read.error, refetch: read.refetch }}
        failed={() => 'Your notifications couldn’t be loaded.'}
        skeleton={<SkeletonRows rows={6} columns={{ icon: 32, words: 220 }} />}
      >
        {(lines) => (
          <>
            {lines.length === 0 && !hasMoreNew && <Nothing tab={tab} />}
            <Days
              items={lines}
              onOpen={({ notificationId, seq, isRead }) => {
                if (!isRead) markRead.mutate({ notificationId, upTo: seq })
                onOpen?.()
              }}
            />
            {hasNextPage && (
              <Button
                variant="subtle"
                className={styles.more}
                loading={read.isFetchingNextPage}
                onClick={() => void fetchNextPage()}
              >
                Show earlier
              </Button>
            )}
          </>
        )}
      </ReadState>
    </>
  )
}

const nothing: Record<Tab, { title: string; text: string }> = {
  all: { title: 'No notifications yet', text: 'You’ll see here when something changes on a job that concerns you.' },
  new: { title: 'Nothing new', text: 'You’ve read everything.' },
  mentions: {
    title: 'Nobody has mentioned you yet',
    text: 'Comments that name you with an @ are listed here.',
  },
}

const Nothing = ({ tab }: { tab: Tab }) => <EmptyState {...nothing[tab]} />

function Days({ items, onOpen }: { items: NotificationItem[]; onOpen: (item: NotificationItem) => void }) {
  const zone = useTimeZone()
  const today = useToday(zone)
  const yesterday = addDays(today, -1)
  const dayOf = (at: string) => wallClock(at, zone).day
  const nameOf = (one: string, at: string) =>
    one === today ? 'Today' : one === yesterday ? 'Yesterday' : dayIn(at, zone)
  return [...Map.groupBy(items, (one) => dayOf(one.at))].map(([one, ofDay]) => (
    <section key={one} className={styles.day}>
      <h3 className={styles.heading}>{nameOf(one, ofDay[0]?.at ?? '')}</h3>
      <ul className={styles.list}>
        {folded(ofDay).map((line) => {
          const [item] = line
          // A line stays open while newer jobs join it.
          if (line.length > 1) return <FinishedJobs key={line.at(-1)?.notificationId} items={line} onOpen={onOpen} />
          return <NotificationLine key={item.notificationId} item={item} onOpen={() => onOpen(item)} />
        })}
      </ul>
    </section>
  ))
}
