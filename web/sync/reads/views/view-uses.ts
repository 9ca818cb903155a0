import { useQuery } from '@tanstack/react-query'
import type { ViewOpenedAnswer } from '#core/wire/jobs/views.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { pushedViews } from '#web/sync/ledger/ledger-positions.ts'
import { seqToAwait } from '#web/sync/ledger/ledger-store.ts'
import { useMay } from '#web/sync/rights.ts'
import type { ListedView } from './saved-views.ts'

const hour = 3_600_000

/**
 * Tells the server that the user has opened this view, if the office shares it, and returns how many people of the office use it;
 * undefined while that is not known. The server notes it at most once a day. Where the number
 * is shown (`isRead`) it is counted again; otherwise once an hour is enough.
 */
export function useViewOpened(
  view: Pick<ListedView, 'viewId' | 'isShared'> | undefined,
  { isRead }: { isRead: boolean },
): number | undefined {
  const mayWork = useMay('work')
  const viewId = view?.isShared ? view.viewId : ''
  const { data } = useQuery({
    queryKey: ['view-use', viewId],
    queryFn: ({ signal }) => {
      const after = Math.max(seqToAwait() ?? 0, pushedViews()) || undefined
      return call<ViewOpenedAnswer>(pathTo(paths.viewOpened, { viewId }), { method: 'POST', query: { after }, signal })
    },
    enabled: viewId !== '' && mayWork,
    staleTime: hour,
    refetchOnMount: isRead ? 'always' : true,
    retry: false,
  })
  return data?.people
}
