import { useEffect, useState } from 'react'

type Kept = { draft: string; applied: string; submitted: readonly string[] }

/**
 * The text of a search field beside the search that is applied, and functions that change and submit it. The field follows a
 * search applied elsewhere, as by Back. Once its own submission is applied it stays as it is: React may render the new address
 * late, and the user may have typed the next search by then.
 */
export function useDraft(applied: string, onSubmit: (text: string) => void) {
  const [state, setState] = useState<Kept>({ draft: applied, applied, submitted: [] })
  const kept = state.applied === applied ? state : following(state, applied)
  // Not while rendering: React also keeps what a render has set that is never shown, as when Back overtakes it.
  useEffect(() => setState((now) => (now.applied === applied ? now : following(now, applied))), [applied])
  // Back before its own submission is rendered: the address is then the one that is rendered already, and nothing else would tell.
  useEffect(() => {
    const goBack = () =>
      setState((now) => (now.submitted.length > 0 ? { ...now, draft: now.applied, submitted: [] } : now))
    addEventListener('popstate', goBack)
    return () => removeEventListener('popstate', goBack)
  }, [])
  const change = (draft: string) => setState((now) => ({ ...now, draft }))
  const submit = (text: string) => {
    const search = text.trim()
    setState((now) => ({ ...now, draft: text, submitted: [...now.submitted, search] }))
    onSubmit(search)
  }
  return { draft: kept.draft, change, submit }
}

/** The field after another search is applied. Of two quick submissions the first may never be rendered. */
export function following({ draft, submitted }: Kept, applied: string): Kept {
  const at = submitted.indexOf(applied)
  return at < 0 ? { draft: applied, applied, submitted: [] } : { draft, applied, submitted: submitted.slice(at + 1) }
}
