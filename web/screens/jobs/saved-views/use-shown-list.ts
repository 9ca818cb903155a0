import { useCallback } from 'react'
import type { JobsView } from '#web/features/navigation/jobs-address.ts'
import { type ListedView, useSavedViews } from '#web/sync/reads/views/saved-views.ts'
import { useAddress } from '#web/ui/use-address.ts'
import { addressFrom, type Shown, shownAt, viewAddress } from './view-address.ts'

export type ShownList = Shown & {
  views: readonly ListedView[]
  /** Changes the list; it goes on having begun with the same saved view. */
  go: (change: (now: JobsView) => JobsView, replace?: boolean) => void
  /** Opens a list that begins with no saved view. */
  open: (change: (now: JobsView) => JobsView) => void
  openSaved: (viewId: string) => void
}

/** The list that the address names, and how to go to another. */
export function useShownList(): ShownList {
  const views = useSavedViews()
  const [address, changeAddress] = useAddress()
  const go: ShownList['go'] = useCallback(
    (change, replace = false) =>
      changeAddress(
        (current) => {
          const { list, saved } = shownAt(current, views)
          return addressFrom(change(list), saved)
        },
        { replace },
      ),
    [changeAddress, views],
  )
  const open: ShownList['open'] = useCallback(
    (change) => changeAddress((current) => addressFrom(change(shownAt(current, views).list), undefined)),
    [changeAddress, views],
  )
  const openSaved = useCallback((viewId: string) => changeAddress(() => viewAddress(viewId)), [changeAddress])
  return { ...shownAt(address, views), views: views ?? [], go, open, openSaved }
}
