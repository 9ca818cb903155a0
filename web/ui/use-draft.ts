import { useEffect, useState } from 'react'

type Kept<T> = { draft: T; applied: T; submitted: readonly T[] }
type IsSame<T> = (one: T, other: T) => boolean

/**
 * What is typed and chosen in the fields of a filter, beside the filter that is applied, and functions that change and submit it.
 * The fields follow a filter applied elsewhere, as by Back. Once their own submission is applied they stay as they are: React may
 * render the new address late, and the user may have typed the next search by then. `isSame` must be the same function every time.
 */
export function useDraftOf<T>(applied: T, isSame: IsSame<T>) {
  const [state, setState] = useState<Kept<T>>({ draft: applied, applied, submitted: [] })
  const kept = isSame(state.applied, applied) ? state : following(state, applied, isSame)
  // Not while rendering: React also keeps what a render has set that is never shown, as when Back overtakes it.
  useEffect(
    () => setState((now) => (isSame(now.applied, applied) ? now : following(now, applied, isSame))),
    [applied, isSame],
  )
  // Back before its own submission is rendered: the address is then the one that is rendered already, and nothing else would tell.
  useEffect(() => {
    const goBack = () =>
      setState((now) => (now.submitted.length > 0 ? { ...now, draft: now.applied, submitted: [] } : now))
    addEventListener('popstate', goBack)
    return () => removeEventListener('popstate', goBack)
  }, [])
  const change = (draft: T) => setState((now) => ({ ...now, draft }))
  /** `as` is what the filter will be once it is applied. */
  const submit = (draft: T, as = draft) =>
    setState((now) => {
      const changesNothing = now.submitted.length === 0 && isSame(now.applied, as)
      return { ...now, draft, submitted: changesNothing ? [] : [...now.submitted, as] }
    })
  return { draft: kept.draft, change, submit }
}

/** The fields after another filter is applied. Of two quick submissions the first may never be rendered. */
export function following<T>({ draft, submitted }: Kept<T>, applied: T, isSame: IsSame<T>): Kept<T> {
  const at = submitted.findIndex((one) => isSame(one, applied))
  return at < 0 ? { draft: applied, applied, submitted: [] } : { draft, applied, submitted: submitted.slice(at + 1) }
}
