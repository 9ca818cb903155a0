import type { Change } from '#core/history/changes.ts'
import type { HistoryEntry } from '#core/history/history.ts'
import { numberIn, type ReadSoFar, readWhole, repeatedly, withoutSubject } from './command-groups.ts'

/** Types whose last sentence says the result: what came before it does not matter any more. */
const results = ['TaskCompleted', 'TaskToEstimate', 'TaskReopened', 'TaskReady', 'TaskNotReady', 'WarningChanged']
/** Types whose first sentence says what was done: a price that is set and then changed was set. */
const settings = ['TaskPriced']

/**
 * The entries, newest first, that say what a series of changes led to: of successive changes of one value only one, and none if the
 * value is what it was before.
 */
export function netEntries<E extends HistoryEntry>(entries: readonly E[]): E[] {
  const chains: Chain<E>[] = []
  // Chains by the value that they have led to. A search for each entry would take too long in a long history.
  const leading = new Map<string, Chain<E>>()
  for (const entry of entries.toReversed()) {
    const change = onlyChange(entry)
    const before = change && leading.get(stateOf(change, change.from))
    const chain = before ?? { first: entry, last: entry, isLong: false }
    if (before) Object.assign(before, { last: entry, isLong: true })
    else chains.push(chain)
    if (!change) continue
    leading.delete(stateOf(change, change.from))
    leading.set(stateOf(change, change.to), chain)
  }
  const kept = new Set(chains.flatMap(netOf))
  return entries.filter((one) => kept.has(one))
}

/** Successive changes of one value. */
type Chain<E> = { first: E; last: E; isLong: boolean }

function netOf<E extends HistoryEntry>({ first, last, isLong }: Chain<E>): E[] {
  if (isLong && first.changes[0]?.from === last.changes[0]?.to) return []
  return [settings.includes(last.type) ? first : last]
}

/** The change of an entry that only its result or its beginning matters of. */
const onlyChange = ({ type, changes }: HistoryEntry) =>
  changes.length === 1 && [...results, ...settings].includes(type) ? changes[0] : undefined

const stateOf = ({ field, of }: Change, value: Change['from']) => JSON.stringify([field, of, value])

/** What a series of changes led to in one sentence: 'set 2 prices and completed the task'; more than two different ones are only counted. */
export function netSentence(entries: readonly HistoryEntry[], soFar: ReadSoFar = readWhole): string {
  const net = netEntries(entries)
  const [only] = net
  if (only && net.length === 1) return only.sentence
  const same = [...Map.groupBy(net.toReversed(), withoutSubject)]
  if (same.length === 0 || same.length > 2) return `made ${numberIn(entries.length, soFar)} changes`
  return same.map(([words, those]) => counted(words, those, soFar)).join(' and ')
}

/** 'completed the task' of two tasks is 'completed 2 tasks'. */
function counted(words: string, entries: readonly HistoryEntry[], soFar: ReadSoFar): string {
  const count = entries.length
  const areDifferent = new Set(entries.map(({ changes: [first] }) => first?.of)).size === count
  if (count === 1 || !areDifferent) return repeatedly(words, count, soFar)
  const number = numberIn(count, soFar)
  const [, verb, thing] = /^(set|changed|completed|reopened) (?:a|the) (price|task)$/.exec(words) ?? []
  if (thing) return `${verb} ${number} ${thing}s`
  return words.startsWith('marked ')
    ? words.replace('marked ', `marked ${number} tasks `)
    : repeatedly(words, count, soFar)
}
