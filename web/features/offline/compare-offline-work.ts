import type { Change } from '#core/history/changes.ts'
import type { HistoryEntry } from '#core/history/history.ts'

/** The user's offline changes to a job, everyone else's changes in the same period, and the fields both changed. */
export type Comparison = { mine: HistoryEntry[]; theirs: HistoryEntry[]; conflicts: FieldConflict[] }
/** A field changed on both sides: the user's value came last and applies; the other can be taken instead. */
export type FieldConflict = { field: Settable; of?: string; mine: FieldChange; theirs: FieldChange }
type FieldChange = { entry: HistoryEntry; changes: readonly Change[] }

/** Fields that can be set back to the other person's value. */
const settable = ['nextVisit', 'warning', 'ready', 'status'] as const
export type Settable = (typeof settable)[number]

/** Compares offline commands with a job's history (newest first); undefined if nobody else changed the job. */
export function compareOfflineWork(
  entries: readonly HistoryEntry[],
  commandIds: readonly string[],
  userId: string,
): Comparison | undefined {
  const all = entries.toReversed().filter((one) => one.changes.length > 0)
  const mine = all.filter((one) => commandIds.includes(one.commandId))
  const since = mine.map((one) => one.happenedAt).toSorted()[0]
  const last = mine.at(-1)
  if (since === undefined || !last) return undefined
  const theirs = all.filter(
    (one) => one.actorId !== undefined && one.actorId !== userId && one.recordedAt >= since && one.seq < last.seq,
  )
  return theirs.length > 0 ? { mine, theirs, conflicts: conflictsOf(mine, theirs) } : undefined
}

function conflictsOf(mine: readonly HistoryEntry[], theirs: readonly HistoryEntry[]): FieldConflict[] {
  const ours = lastChanges(mine)
  return [...lastChanges(theirs)].flatMap(([key, their]) => {
    const our = ours.get(key)
    if (!our || JSON.stringify(to(our)) === JSON.stringify(to(their))) return []
    const { field, of } = our
    return [{ field, ...(of === undefined ? {} : { of }), mine: our, theirs: their }]
  })
}

const to = ({ changes }: FieldChange) => changes.map((one) => [one.field, one.to])

/** The last change to each settable field. */
function lastChanges(entries: readonly HistoryEntry[]) {
  const found = new Map<string, FieldChange & { field: Settable; of?: string }>()
  for (const entry of entries)
    for (const field of settable) {
      const changes = entry.changes.filter((one) => fieldOf(one) === field)
      const [first] = changes
      if (!first || first.from === undefined) continue
      const of = first.of
      found.set(`${field} ${of ?? ''}`, { entry, changes, field, ...(of === undefined ? {} : { of }) })
    }
  return found
}

const fieldOf = ({ field }: Change): Settable | undefined =>
  field === 'nextVisitHours' || field === 'nextVisitPeople' ? 'nextVisit' : settable.find((one) => one === field)
