import { useEffect, useEffectEvent } from 'react'
import { Loading } from './loading.tsx'

type Props = { page: number; totalPages: number; onPage: (page: number) => void }

/** In the place of a page that has nothing (any more), though pages before it may: goes to the last of those. */
export function PageGone({ page, totalPages, onPage }: Props) {
  const last = Math.max(1, Math.min(page - 1, totalPages))
  const go = useEffectEvent(() => onPage(last))
  useEffect(() => {
    if (page > last) go()
  }, [page, last])
  return <Loading />
}
