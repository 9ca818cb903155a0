import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { NotificationsAnswer } from '#core/wire/jobs/notifications.ts'
import { paths } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { keys } from '#web/sync/reads/query-keys.ts'
import { useUnread } from '#web/sync/unread.ts'

/** All of what a person was told, or only the comments that name them. */
export type Told = 'all' | 'mentions'

const readTold = (told: Told, before: string | undefined, signal: AbortSignal) =>
  call<NotificationsAnswer>(paths.notifications, {
    query: { before, ...(told === 'mentions' ? { only: told } : {}) },
    signal,
  })

/**
 * What the person was told, newest first, a page at a time. New notifications are added to an open list only
 * on request; `news` counts them.
 */
export function useNotifications(told: Told = 'all') {
  const { unread } = useUnread()
  const read = useInfiniteQuery({
    queryKey: told === 'all' ? keys.notifications : [...keys.notifications, told],
    queryFn: ({ pageParam, signal }) => readTold(told, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }: NotificationsAnswer) => next,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
  })
  const items = read.data?.pages.flatMap((page) => page.notifications)
  const since = read.data ? Math.max(0, unread - (read.data.pages[0]?.unread ?? 0)) : 0
  const mentions = useNewMentions(told === 'mentions' && since > 0 ? unread : 0, items?.[0]?.seq)
  const unreadIds = read.data?.pages[0]?.unreadIds ?? []
  return { ...read, items, unread, unreadIds, news: told === 'all' ? since : mentions }
}

/** How many mentions came after those in an open list: of what is new, `unread` does not tell which are. */
function useNewMentions(unread: number, newest = 0): number {
  const { data } = useQuery({
    queryKey: [...keys.notifications, 'new-mentions', unread],
    queryFn: ({ signal }) => readTold('mentions', undefined, signal),
    enabled: unread > 0,
  })
  return data?.notifications.filter((one) => one.seq > newest).length ?? 0
}
