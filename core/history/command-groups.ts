import type { Change } from './changes.ts'
import type { HistoryEntry } from './history.ts'

/** A change and what followed from it: all that one command did. */
export type Told<E extends HistoryEntry = HistoryEntry> = { cause: E; consequences: readonly E[] }

/** Changes that are further apart than this stand by themselves, in milliseconds. */
export const burstGap = 120_000

/** Entries of one command under the first of them. */
export function causesOf<E extends HistoryEntry>(entries: readonly E[]): Told<E>[] {
  const told: { cause: E; consequences: E[] }[] = []
  // From the oldest, so that a cause comes before what followed from it.
  for (const entry of entries.toReversed()) {
    const last = told.at(-1)
    if (last && last.cause.commandId === entry.commandId) last.consequences.push(entry)
    else told.push({ cause: entry, consequences: [] })
  }
  return told.reverse()
}

/** 'added an image' so many times: 'added 5 images'. What can be done to one thing again is counted: 'changed a price 3 times'. */
export function severally(words: string, times: number): string {
  if (times === 1) return words
  const [, done, thing] = /^(added|deleted) (?:an?|the) (task|note|image|part|to-do)$/.exec(words) ?? []
  return thing ? `${done} ${times} ${thing}s` : `${words} ${times} times`
}

/** From the first value to the last, field by field; what came back to where it was is no change. */
export function netOf(told: readonly Told[]): Change[] {
  const net = new Map<string, Change>()
  for (const { cause, consequences } of told.toReversed()) {
    for (const change of [cause, ...consequences].flatMap((one) => one.changes)) {
      const place = `${change.field} ${change.field === 'note' ? net.size : (change.of ?? '')}`
      const first = net.get(place)
      if (!first) net.set(place, change)
      else net.set(place, withValues(change, first.from, change.to))
    }
  }
  return [...net.values()].filter((one) => !isSame(one.from, one.to))
}

const isSame = (one: Change['from'], other: Change['from']) =>
  Array.isArray(one) || Array.isArray(other) ? JSON.stringify(one) === JSON.stringify(other) : one === other

const withValues = ({ field, of }: Change, from: Change['from'], to: Change['to']): Change => ({
  field,
  ...(of === undefined ? {} : { of }),
  ...(from === undefined ? {} : { from }),
  ...(to === undefined ? {} : { to }),
})
