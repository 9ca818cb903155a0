import { subjectOf } from '#core/prediction/subjects.ts'
import type { Entry } from './outbox.ts'

/** How often the next command of a subject has failed on the server, and whether others have passed since. */
type Failing = { times: number; othersPassed: boolean }

/** A command that fails this often while others pass is parked. */
const most = 5

/**
 * Remembers the jobs, parts and lists whose commands the server fails to process, to send them apart: one such command must not
 * hold up the rest.
 */
export function failingSubjects() {
  const failing = new Map<string, Failing>()
  const isFailing = ({ command }: Entry) => failing.has(subjectOf(command))
  return {
    /** The commands to send next: all that may pass together, else the next one of the subject that has failed least. */
    nextOf(queue: readonly Entry[], atMost: number): readonly Entry[] {
      const healthy = queue.filter((one) => !isFailing(one)).slice(0, atMost)
      if (healthy.length > 0) return healthy
      const firsts = [...Map.groupBy(queue, ({ command }) => subjectOf(command)).values()].flatMap(
        ([first]) => first ?? [],
      )
      return firsts.toSorted((one, other) => timesOf(one) - timesOf(other)).slice(0, 1)
    },
    /** The subjects on which the server has failed often enough to park their next command, had others passed. */
    often: () => [...failing].flatMap(([subject, { times }]) => (times >= most ? [subject] : [])),
    passed(sent: readonly Entry[]) {
      for (const { command } of sent) failing.delete(subjectOf(command))
      for (const one of failing.values()) one.othersPassed = true
    },
    /** Returns the command to park, if this one has failed often enough. */
    failed(sent: readonly Entry[]): Entry | undefined {
      const [first] = sent
      const subjects = new Set(sent.map(({ command }) => subjectOf(command)))
      if (!first || subjects.size > 1) {
        for (const subject of subjects) failing.set(subject, { times: 0, othersPassed: false })
        return undefined
      }
      const known = failing.get(subjectOf(first.command))
      // Several together: which of them fails is found out one at a time.
      const times = timesOf(first) + (sent.length > 1 ? 0 : 1)
      failing.set(subjectOf(first.command), { times, othersPassed: known?.othersPassed ?? false })
      const isStuckAgain = first.wasStuck === true && sent.length === 1
      if (!isStuckAgain && (times < most || !known?.othersPassed)) return undefined
      failing.delete(subjectOf(first.command))
      return first
    },
  }
  function timesOf({ command }: Entry) {
    return failing.get(subjectOf(command))?.times ?? 0
  }
}
