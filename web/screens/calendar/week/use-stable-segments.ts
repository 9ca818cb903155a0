import { replaceEqualDeep } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import type { Piece } from './week-layout.ts'

/** The same pieces as before wherever nothing about them has changed, so that they need not be drawn anew. */
export function useKept(pieces: readonly Piece[]): readonly Piece[] {
  const before = useRef<ReadonlyMap<string, Piece>>(new Map())
  return useMemo(() => {
    const kept = pieces.map((piece) => replaceEqualDeep(before.current.get(piece.id), piece))
    before.current = new Map(kept.map((piece) => [piece.id, piece]))
    return kept
  }, [pieces])
}
