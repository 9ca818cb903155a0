import { useCallback } from 'react'
import { type NavigateOptions, type URLSearchParamsInit, useSearchParams } from 'react-router'

type Change = (current: URLSearchParams) => URLSearchParamsInit

/**
 * The parameters of the page's address, and a function that changes them. A change starts from the address itself, which is
 * ahead of the screen while React still renders the change before it: of two quick clicks, neither takes the other back.
 */
export function useAddress() {
  const [address, setAddress] = useSearchParams()
  const change = useCallback(
    (changed: Change, options?: NavigateOptions) =>
      setAddress(changed(new URLSearchParams(window.location.search)), options),
    [setAddress],
  )
  return [address, change] as const
}
