/** Whose work it is: works of one `group` wait for each other, and a trusted group's go first. */
export type Turn = { group: string; isTrusted: boolean }

type Work = { run(): Promise<void>; refuse(): void }
type Line = Map<string, Work[]>
type Options = { slots: number; most: number; full(): Error }

/** Of so many works in a row, one is the untrusted ones', so that they never wait for ever. */
const untrustedEvery = 4

/**
 * Runs works, `slots` at a time, one group after another, so that a group with thousands waiting delays the others by one work
 * each. Trusted groups go first, three times of four. If `most` works of a kind wait, the longest group loses its newest: a
 * flood pushes out itself, and never a trusted work or another group's. Refused works throw `full()`.
 */
export function createFairQueue({ slots, most, full }: Options) {
  const [trusted, untrusted]: [Line, Line] = [new Map(), new Map()]
  let running = 0
  let started = 0

  const next = () => {
    while (running < slots) {
      const isTheirs = started % untrustedEvery === untrustedEvery - 1
      const work = takeFirst(isTheirs ? untrusted : trusted) ?? takeFirst(isTheirs ? trusted : untrusted)
      if (!work) return
      running += 1
      started += 1
      void work.run().finally(() => {
        running -= 1
        next()
      })
    }
  }

  return <T>({ group, isTrusted }: Turn, work: () => Promise<T>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      const line = isTrusted ? trusted : untrusted
      append(line, group, { run: () => work().then(resolve, reject), refuse: () => reject(full()) })
      if (countOf(line) > most) dropNewestOfLongest(line)
      next()
    })
}

/** Takes the first work of the group whose turn it is, and puts the group last. */
function takeFirst(line: Line): Work | undefined {
  for (const [group, waiting] of line) {
    const work = waiting.shift()
    line.delete(group)
    if (waiting.length > 0) line.set(group, waiting)
    return work
  }
  return undefined
}

function append(line: Line, group: string, work: Work) {
  const waiting = line.get(group)
  if (waiting) waiting.push(work)
  else line.set(group, [work])
}

function dropNewestOfLongest(line: Line) {
  let longest: Work[] = []
  for (const waiting of line.values()) if (waiting.length >= longest.length) longest = waiting
  longest.pop()?.refuse()
  for (const [group, waiting] of line) if (waiting.length === 0) line.delete(group)
}

function countOf(line: Line): number {
  let count = 0
  for (const waiting of line.values()) count += waiting.length
  return count
}
