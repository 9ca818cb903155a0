import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { changedNotices, type OwnNotices } from '#core/notifications/settings.ts'
import type { NoticeSettings } from '#core/wire/jobs/notice-settings.ts'
import { paths } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { notSavedMessage } from '#web/client/not-saved-message.ts'
import { keys } from '#web/sync/reads/query-keys.ts'
import { toast } from '#web/ui/states/toast.tsx'

/** How the user is told of news, and what their company set. */
export const useNoticeSettings = () =>
  useQuery({
    queryKey: keys.noticeSettings,
    queryFn: ({ signal }) => call<NoticeSettings>(paths.noticeSettings, { signal }),
  })

/** Changes how the user is told. The screen shows it at once, and as it was if the server refuses. */
export function useChangeNotices() {
  const queries = useQueryClient()
  const queryKey = keys.noticeSettings
  return useMutation({
    scope: { id: 'notice-settings' },
    mutationFn: (change: OwnNotices | 'reset') =>
      change === 'reset'
        ? call<NoticeSettings>(paths.noticeSettings, { method: 'DELETE' })
        : call<NoticeSettings>(paths.noticeSettings, { method: 'PUT', body: change }),
    onMutate: async (change) => {
      await queries.cancelQueries({ queryKey })
      queries.setQueryData<NoticeSettings>(
        queryKey,
        (now) => now && { ...now, own: change === 'reset' ? {} : changedNotices(now.own, change) },
      )
    },
    onError: (failure) => toast.failure(notSavedMessage(failure)),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
}
