import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { MarkRead, UnreadAnswer } from '#core/wire/jobs/notifications.ts'
import { paths } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { keys } from '#web/sync/reads/query-keys.ts'
import { takeUnread } from '#web/sync/unread.ts'

/** Marks one, those of a job, or all as read on the server, which tells the other devices. */
export function useMarkRead() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: MarkRead) => call<UnreadAnswer>(paths.notificationsRead, { body }),
    onSuccess: ({ unread }) => {
      takeUnread(unread)
      return queries.invalidateQueries({ queryKey: keys.notifications })
    },
  })
}
