import type { Evidence } from './evidence.ts'
import { whenOf } from './evidence.ts'

/** The description that a task had at an instant; the first one for an instant before it was added. */
export type TaskNameAt = (taskId: string, instant: string) => string

type Name = { from: number; description: string }

/** Reads from a copy what its tasks were called, by the times at which they were added and described. */
export function taskNamesIn({ entries, known }: Pick<Evidence, 'entries' | 'known'>): TaskNameAt {
  const times = new Map(entries.map((one) => [one.version, whenOf(one)]))
  const names = new Map<string, Name[]>()
  for (const event of known) {
    const from = Date.parse(times.get(event.version) ?? event.happenedAt)
    for (const { taskId, description } of namedIn(event)) {
      const ofTask = names.get(taskId) ?? []
      ofTask.push({ from, description })
      names.set(taskId, ofTask)
    }
  }
  for (const ofTask of names.values()) ofTask.sort((one, other) => one.from - other.from)
  return (taskId, instant) => {
    const ofTask = names.get(taskId)
    return (ofTask?.findLast(({ from }) => from <= Date.parse(instant)) ?? ofTask?.[0])?.description ?? ''
  }
}

function namedIn(event: Evidence['known'][number]) {
  if (event.type === 'JobCreated') return event.data.tasks
  return event.type === 'TaskAdded' || event.type === 'TaskDescribed' ? [event.data] : []
}

/**
 * What tasks were called when something happened to them, by the version of its entry. Only for entries that name the task
 * otherwise, as it had been renamed by the time they were recorded.
 */
export function namesThen(copy: Pick<Evidence, 'entries' | 'known'>): ReadonlyMap<number, string> {
  const nameAt = taskNamesIn(copy)
  const events = new Map(copy.known.map((one) => [one.version, one]))
  return new Map(
    copy.entries.flatMap((entry): [number, string][] => {
      const event = events.get(entry.version)
      if (!event || !('taskId' in event.data) || namedIn(event).length > 0) return []
      const then = nameAt(event.data.taskId, whenOf(entry))
      return entry.changes.some(({ of }) => of !== undefined && of !== then) ? [[entry.version, then]] : []
    }),
  )
}
