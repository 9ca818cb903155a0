/** A line of the table: our rate or time, and that of the floor it is compared with. */
export type Row = { name: string; ours: string; floor: string; ratio: number; target: string; met: boolean }

/** Something to measure: each run returns a figure, such as operations per second or milliseconds. */
export type Contestant = () => Promise<number>

/**
 * Runs the contestants alternately (A B C A B C ...), so that a slow spell of the machine affects all of them. Returns the
 * median of each. The first round is a warm-up and not counted.
 */
export async function alternate<Name extends string>(
  contestants: Record<Name, Contestant>,
  rounds = 5,
): Promise<Record<Name, number>> {
  const names = Object.keys(contestants) as Name[]
  const figures = new Map<Name, number[]>(names.map((name) => [name, []]))
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of names) {
      const figure = await contestants[name]()
      if (round > 0) figures.get(name)?.push(figure)
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(figures.get(name) ?? [])])) as Record<Name, number>
}

/** The middle value, or the mean of the two middle values. */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle) - 1] ?? Number.NaN)) / 2
}

/** The median duration of so many runs of some work, one after another, in milliseconds. */
export async function medianTime(count: number, work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  while (times.length < count) {
    const begun = performance.now()
    await work()
    times.push(performance.now() - begun)
  }
  return median(times)
}

/** Operations per second by concurrent workers, each running `operation` in sequence. */
export async function rate(operation: () => Promise<unknown>, { workers = 16, seconds = 3 } = {}): Promise<number> {
  const start = performance.now()
  const end = start + seconds * 1_000
  let done = 0
  const work = async () => {
    while (performance.now() < end) {
      await operation()
      done += 1
    }
  }
  await Promise.all(Array.from({ length: workers }, work))
  return (done * 1_000) / (performance.now() - start)
}

/** A line of the table. `ratio` is ours divided by the floor; the target is its minimum (`least`) or maximum (`most`). */
export function row(
  name: string,
  unit: string,
  { ours, floor, ...target }: { ours: number; floor: number } & ({ least: number } | { most: number }),
): Row {
  const ratio = ours / floor
  const met = 'least' in target ? ratio >= target.least : ratio <= target.most
  return {
    name,
    ours: `${figure(ours)} ${unit}`,
    floor: `${figure(floor)} ${unit}`,
    ratio: Math.round(ratio * 100) / 100,
    target: 'least' in target ? `>= ${target.least}` : `<= ${target.most}`,
    met,
  }
}

const figure = (value: number) => value.toLocaleString('en-GB', { maximumSignificantDigits: 4 })

/** Prints the lines as a table with aligned columns. */
export function printRows(rows: readonly Row[]): void {
  const lines = [
    ['', 'ours', 'floor', 'ratio', 'target', ''],
    ...rows.map((one) => [
      one.name,
      one.ours,
      one.floor,
      one.ratio.toFixed(2),
      one.target,
      one.met ? 'met' : 'NOT MET',
    ]),
  ]
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  for (const line of lines) {
    process.stdout.write(`${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}\n`)
  }
}
