import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { SavedView } from '#core/views/messages.ts'
import { viewsIn } from '#core/views/views.ts'
import type { ViewsAnswer } from '#core/wire/jobs/views.ts'
import { paths } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { readOrKept } from '#web/sync/device/device-reads.ts'
import { readPastPushes } from '#web/sync/device/read-past-pushes.ts'
import { pushedViews } from '#web/sync/ledger/ledger-positions.ts'
import { viewsSeq } from '#web/sync/ledger/ledger-state.ts'
import { confirmViews, seqToAwait, useLedger } from '#web/sync/ledger/ledger-store.ts'
import { shownViews } from '#web/sync/ledger/shown-views.ts'
import { keys } from '#web/sync/reads/query-keys.ts'

/** Reads the views that the user may use into the ledger store, which screens show them from. */
const viewsRead = {
  queryKey: keys.views,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<{ seq: number }> => {
    const read = () =>
      readOrKept({
        key: keys.views,
        schema: async () => (await import('#core/wire/jobs/views.ts')).viewsAnswer,
        read: () =>
          call<ViewsAnswer>(paths.views, {
            query: { after: Math.max(seqToAwait() ?? 0, pushedViews()) || undefined },
            signal,
          }),
      })
    const { own, shared, seq } = await readPastPushes(keys.views, pushedViews, read)
    confirmViews(own, seq)
    if (shared) confirmViews(shared, seq)
    return { seq }
  },
}

/** A view and the list that it is in: the user's own, or the one that the office shares. */
export type ListedView = SavedView & { listOf: string; isShared: boolean }

/** Every view that the user may use, those of the office first, with the changes made on this device; undefined until they have loaded. */
export function useSavedViews(): readonly ListedView[] | undefined {
  const { isPending } = useQuery(viewsRead)
  const inputs = useLedger(
    useShallow((state) => {
      const { asker, queue, views } = state
      const [own, shared] = [asker?.userId ?? '', asker?.companyId ?? '']
      return { asker, queue, views, own, shared, ownSeq: viewsSeq(state, own), sharedSeq: viewsSeq(state, shared) }
    }),
  )
  return useMemo(() => {
    const { own, shared } = inputs
    if (isPending) return undefined
    const listed = (listOf: string, isShared: boolean) =>
      viewsIn(shownViews(useLedger.getState(), listOf)).map((one) => ({ ...one, listOf, isShared }))
    const ofOffice = listed(shared, true)
    const ids = new Set(ofOffice.map((one) => one.viewId))
    // One that is being moved may be pushed in both lists for a moment.
    return [...ofOffice, ...listed(own, false).filter((one) => !ids.has(one.viewId))]
  }, [inputs, isPending])
}
