import { replaceEqualDeep } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import type { VisitSegment } from './week-layout.ts'

/** Keeps each unchanged segment's identity between renders, so that memoised visits are not drawn again. */
export function useStableSegments(segments: readonly VisitSegment[]): readonly VisitSegment[] {
  const before = useRef<ReadonlyMap<string, VisitSegment>>(new Map())
  return useMemo(() => {
    const stable = segments.map((segment) => replaceEqualDeep(before.current.get(segment.id), segment))
    before.current = new Map(stable.map((segment) => [segment.id, segment]))
    return stable
  }, [segments])
}
