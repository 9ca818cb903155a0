import type { Change } from '#core/history/changes.ts'
import type { HistoryEntry } from '#core/history/history.ts'

/** Everything that one command recorded: a change, and the consequences that followed from it. */
export type CommandGroup<E extends HistoryEntry = HistoryEntry> = { cause: E; consequences: readonly E[] }

/** What to show below a change: its consequences without what its sentence says already. */
export const shownConsequences = <E extends HistoryEntry>({ cause, consequences }: CommandGroup<E>): readonly E[] =>
  consequences.filter(({ type }) => cause.type !== 'JobCreated' || type !== 'JobReferred')

/** Changes with a longer gap between them, in milliseconds, are never combined. */
export const burstGap = 120_000

/** Groups entries, newest first, by the command that recorded them. */
export function commandGroups<E extends HistoryEntry>(entries: readonly E[]): CommandGroup<E>[] {
  const groups: { cause: E; consequences: E[] }[] = []
  // Oldest first, so that a cause comes before its consequences.
  for (const entry of entries.toReversed()) {
    const last = groups.at(-1)
    if (last && last.cause.commandId === entry.commandId) last.consequences.push(entry)
    else groups.push({ cause: entry, consequences: [] })
  }
  return groups.reverse().map(withReferral)
}

/** A new job's sentence includes its office details: 'created the job with work order WO-1, agency Northgate'. */
function withReferral<E extends HistoryEntry>({ cause, consequences }: CommandGroup<E>): CommandGroup<E> {
  const referral = consequences.find(({ type }) => type === 'JobReferred')
  if (cause.type !== 'JobCreated' || !referral) return { cause, consequences }
  const details = referral.changes.map(({ field, to }) => `${detailNames[field] ?? field} ${to}`)
  return { cause: { ...cause, sentence: `${cause.sentence} with ${details.join(', ')}` }, consequences }
}

const detailNames: Partial<Record<Change['field'], string>> = { workOrder: 'work order', receivedBy: 'received by' }

/** An entry's sentence without the task, part or to-do that it names: 'completed the task', 'marked to estimate'. */
export function withoutSubject({ sentence, changes: [first] }: HistoryEntry): string {
  const quotedTask = ` '${first?.of}'`
  return sentence.includes(quotedTask) ? sentence.replace(quotedTask, '') : (sentence.split(': ')[0] ?? '')
}

/**
 * The entries as far as they were read. With `isCut` there are earlier ones: the last burst may go on in them, so that its numbers are
 * the least that they can be. A page cannot simply end where a burst does, since a burst has no limit.
 */
export type ReadSoFar = { isCut: boolean }
export const readWhole: ReadSoFar = { isCut: false }

/** A number of a burst: '5', or 'at least 5' where it is cut. */
export const numberIn = (number: number, { isCut }: ReadSoFar): string => (isCut ? `at least ${number}` : `${number}`)

/** 'added an image' five times is 'added 5 images'; repeated work on one thing reads 'changed a price 3 times'. */
export function repeatedly(words: string, times: number, soFar: ReadSoFar): string {
  if (times === 1) return words
  const [, verb, thing] = /^(added|deleted) (?:an?|the) (task|comment|image|part|to-do)$/.exec(words) ?? []
  const number = numberIn(times, soFar)
  return thing ? `${verb} ${number} ${thing}s` : `${words} ${number} times`
}

/**
 * From the first value to the last, field by field; a field that returned to its first value did not change. A change goes on from
 * another only if that led to its value: two tasks may have one name, and photos have none.
 */
export function netChanges(groups: readonly CommandGroup[]): Change[] {
  const net: { change: Change }[] = []
  const leading = new Map<string, { change: Change }[]>()
  for (const { cause, consequences } of groups.toReversed()) {
    for (const change of [cause, ...consequences].flatMap((one) => one.changes)) {
      const earlier = change.field === 'note' ? undefined : leading.get(stateOf(change, change.from))?.pop()
      const chain = earlier ?? { change }
      if (earlier) earlier.change = withValues(change, earlier.change.from, change.to)
      else net.push(chain)
      const state = stateOf(change, change.to)
      const others = leading.get(state)
      if (others) others.push(chain)
      else leading.set(state, [chain])
    }
  }
  return saidOnce(net.map((one) => one.change).filter((one) => !isSame(one.from, one.to)))
}

/** Drops a change that reads the same as one before it; comments are each quoted, even when alike. */
const saidOnce = (changes: readonly Change[]): Change[] => {
  const said = new Set<string>()
  return changes.filter((one) => {
    const words = JSON.stringify([stateOf(one, one.from), one.to])
    const isNew = one.field === 'note' || !said.has(words)
    said.add(words)
    return isNew
  })
}

const stateOf = ({ field, of }: Change, value: Change['from'] = '') => JSON.stringify([field, of, value])

const isSame = (one: Change['from'], other: Change['from']) =>
  Array.isArray(one) || Array.isArray(other) ? JSON.stringify(one) === JSON.stringify(other) : one === other

const withValues = ({ field, of }: Change, from: Change['from'], to: Change['to']): Change => ({
  field,
  ...(of === undefined ? {} : { of }),
  ...(from === undefined ? {} : { from }),
  ...(to === undefined ? {} : { to }),
})
