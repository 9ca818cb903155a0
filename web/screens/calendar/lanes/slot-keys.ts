/** A slot of the table of people, counted from 0. */
export type Place = { row: number; column: number }

/** The slot that a key leads to; undefined for other keys, and at the edge. Home and End lead along the row. */
export function placeByKey(
  key: string,
  { row, column }: Place,
  { rows, columns }: { rows: number; columns: number },
): Place | undefined {
  const places: Partial<Record<string, Place>> = {
    ArrowUp: { row: row - 1, column },
    ArrowDown: { row: row + 1, column },
    ArrowLeft: { row, column: column - 1 },
    ArrowRight: { row, column: column + 1 },
    Home: { row, column: 0 },
    End: { row, column: columns - 1 },
  }
  const to = places[key]
  return to && to.row >= 0 && to.row < rows && to.column >= 0 && to.column < columns ? to : undefined
}
