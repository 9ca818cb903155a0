import { useCallback } from 'react'
import { type NavigateOptions, useSearchParams } from 'react-router'

type Change = (current: URLSearchParams) => URLSearchParams

/**
 * The parameters of the page's address, and a function that changes them. A change starts from the address itself, which is
 * ahead of the screen while React still renders the change before it: of two quick clicks, neither takes the other back. One that leaves the
 * address as it is adds nothing to the browser's history.
 */
export function useAddress() {
  const [address, setAddress] = useSearchParams()
  const change = useCallback(
    (changed: Change, options?: NavigateOptions) => {
      const { search } = window.location
      const next = changed(new URLSearchParams(search))
      if (next.toString() !== search.slice(1)) setAddress(next, options)
    },
    [setAddress],
  )
  return [address, change] as const
}
