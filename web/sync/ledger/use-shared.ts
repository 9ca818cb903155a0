import { replaceEqualDeep } from '@tanstack/react-query'
import { useRef } from 'react'

/** The value with the identity that its parts had before wherever they are equal, so that only what differs renders again. */
export function useShared<T>(value: T): T {
  const before = useRef(value)
  before.current = replaceEqualDeep(before.current, value)
  return before.current
}
