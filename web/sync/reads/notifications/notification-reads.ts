import { useInfiniteQuery } from '@tanstack/react-query'
import type { NotificationsAnswer } from '#core/wire/jobs/notifications.ts'
import { paths } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { keys } from '#web/sync/reads/query-keys.ts'
import { useUnread } from '#web/sync/unread.ts'

/**
 * What the person was told, newest first, a page at a time. New notifications are added to an open list only
 * on request; `news` counts them.
 */
export function useNotifications() {
  const { unread } = useUnread()
  const read = useInfiniteQuery({
    queryKey: keys.notifications,
    queryFn: ({ pageParam, signal }) =>
      call<NotificationsAnswer>(paths.notifications, { query: { before: pageParam }, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ more, notifications }: NotificationsAnswer) => (more ? notifications.at(-1)?.seq : undefined),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
  })
  const items = read.data?.pages.flatMap((page) => page.notifications)
  const news = read.data ? Math.max(0, unread - (read.data.pages[0]?.unread ?? 0)) : 0
  return { ...read, items, unread, news }
}
