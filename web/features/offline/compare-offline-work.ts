import type { Change } from '#core/history/changes.ts'
import type { HistoryEntry } from '#core/history/history.ts'

/** What one made without a connection, what others made of the same job meanwhile, and the fields that both changed. */
export type Met = { mine: HistoryEntry[]; theirs: HistoryEntry[]; both: Both[] }
/** A field that both changed: mine came last and stands, theirs can be taken instead. */
export type Both = { field: Settable; of?: string; mine: Said; theirs: Said }
type Said = { entry: HistoryEntry; changes: readonly Change[] }

/** Fields that can be set again as someone else had set them. */
const settable = ['nextVisit', 'warning', 'ready', 'status'] as const
export type Settable = (typeof settable)[number]

/** Tells from a job's history, newest first, whether these commands met somebody else's; undefined where they did not. */
export function met(entries: readonly HistoryEntry[], commandIds: readonly string[], userId: string): Met | undefined {
  const all = entries.toReversed().filter((one) => one.changes.length > 0)
  const mine = all.filter((one) => commandIds.includes(one.commandId))
  const since = mine.map((one) => one.happenedAt).toSorted()[0]
  const last = mine.at(-1)
  if (since === undefined || !last) return undefined
  const theirs = all.filter(
    (one) => one.actorId !== undefined && one.actorId !== userId && one.recordedAt >= since && one.seq < last.seq,
  )
  return theirs.length > 0 ? { mine, theirs, both: bothOf(mine, theirs) } : undefined
}

function bothOf(mine: readonly HistoryEntry[], theirs: readonly HistoryEntry[]): Both[] {
  const ours = said(mine)
  return [...said(theirs)].flatMap(([key, their]) => {
    const our = ours.get(key)
    if (!our || JSON.stringify(to(our)) === JSON.stringify(to(their))) return []
    const { field, of } = our
    return [{ field, ...(of === undefined ? {} : { of }), mine: our, theirs: their }]
  })
}

const to = ({ changes }: Said) => changes.map((one) => [one.field, one.to])

/** What was said last of each field that can be set again. */
function said(entries: readonly HistoryEntry[]) {
  const found = new Map<string, Said & { field: Settable; of?: string }>()
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
