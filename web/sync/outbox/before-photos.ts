import { subjectOf } from '#core/prediction/subjects.ts'
import { sendable } from './held-deletions.ts'
import { type Queue, unsent } from './outbox.ts'

/** The queue, and the subjects on whose next command the server has failed often. */
type Sending = { queue: Queue; failing: readonly string[] }

/**
 * Whether photos wait for these changes, which are smaller. Changes behind one that the server keeps failing on do not hold up photos:
 * if it is the only subject in the queue, it is never parked.
 */
export const holdPhotos = ({ queue, failing }: Sending, now: number): boolean =>
  sendable(queue, now).some(({ command }) => !failing.includes(subjectOf(command)))

/** The jobs that the server does not know yet: their photos wait, whatever has become of the others' changes. */
export const jobsToCome = (queue: Queue): ReadonlySet<string> =>
  new Set(unsent(queue).flatMap(({ command }) => (command.type === 'CreateJob' ? [command.data.jobId] : [])))
