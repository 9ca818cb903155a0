/** From one minute to another, the second excluded. */
export type Stretch = { from: number; to: number }

/** The time that any of these covers, as stretches in order that do not touch. */
export function covered(stretches: readonly Stretch[]): Stretch[] {
  const merged: Stretch[] = []
  for (const { from, to } of stretches.toSorted((one, other) => one.from - other.from)) {
    if (to <= from) continue
    const last = merged.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else merged.push({ from, to })
  }
  return merged
}

/** The parts of a stretch that none of the others covers, in order. */
export function uncovered(whole: Stretch, others: readonly Stretch[]): Stretch[] {
  const left: Stretch[] = []
  let from = whole.from
  for (const one of covered(others)) {
    if (one.from > from) left.push({ from, to: Math.min(one.from, whole.to) })
    from = Math.max(from, one.to)
    if (from >= whole.to) break
  }
  if (from < whole.to) left.push({ from, to: whole.to })
  return left.filter((one) => one.from < one.to)
}

/** How many minutes at least two of these cover. */
export function doubledMinutes(stretches: readonly Stretch[]): number {
  const doubled: Stretch[] = []
  let until = Number.NEGATIVE_INFINITY
  for (const { from, to } of stretches.toSorted((one, other) => one.from - other.from)) {
    if (from < until) doubled.push({ from, to: Math.min(to, until) })
    until = Math.max(until, to)
  }
  return lengthOf(covered(doubled))
}

export const lengthOf = (stretches: readonly Stretch[]) => stretches.reduce((all, { from, to }) => all + to - from, 0)
