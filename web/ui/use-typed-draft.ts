import { useEffect, useEffectEvent, useState } from 'react'
import { type NavigateOptions, useLocation } from 'react-router'
import { useDraftOf } from './use-draft.ts'

/** Applies a search; `entry` says which entry of the browser's history it takes. */
export type OnSearch = (text: string, entry: NavigateOptions) => void

type Typing = {
  /** Milliseconds after the last letter until the text is searched for. */
  pause?: number
  /** A shorter text waits for Enter. */
  fewest?: number
}

const isSameText = (one: string, other: string) => one === other

/** Marks the history entry of a search that was submitted. */
const submitted = 'submitted search'

/**
 * What is typed in a search field, beside the search that is applied. It applies after a pause in typing, at once on `submit` or when the
 * field is cleared; spaces around it are not searched for. Typing rewrites its entry of the browser's history, so that Back steps
 * through no letters; the entry of a submitted search stays.
 */
export function useTypedDraft(applied: string, onSearch: OnSearch, { pause = 280, fewest = 1 }: Typing = {}) {
  const { draft, change, submit } = useDraftOf(applied, isSameText)
  const { pathname, state } = useLocation()
  const [typed, setTyped] = useState<string>()
  const search = (text: string, entry: NavigateOptions) => {
    setTyped(undefined)
    submit(text, text.trim())
    onSearch(text.trim(), entry)
  }
  const searchTyped = useEffectEvent(() => {
    // A link may have been followed in the pause, to a screen that is still loading.
    if (draft.trim() === applied || window.location.pathname !== pathname) return
    search(draft, { replace: state !== submitted })
  })
  useEffect(() => {
    const { length } = draft.trim()
    // The field may follow a search applied elsewhere, as by Back.
    if (typed !== draft || (length > 0 && length < fewest)) return
    const timer = setTimeout(searchTyped, length > 0 ? pause : 0)
    return () => clearTimeout(timer)
  }, [typed, draft, pause, fewest])
  return {
    draft,
    type: (text: string) => {
      change(text)
      setTyped(text)
    },
    submit: (text: string) => search(text, { state: submitted }),
  }
}
