import { randomUUID } from 'node:crypto'
import type { StoredEvent } from '#core/ledger/ledger.ts'

/** By then a job has the 2,000 comments that it may have. */
const notesUntil = 5_000

/** The events of a job on which two people have written and changed prices for years: an hour apart, at first two comments in five. */
export function longJob({ companyId, jobId }: { companyId: string; jobId: string }, length: number): StoredEvent[] {
  const [taskId, people] = [randomUUID(), [randomUUID(), randomUUID()]]
  return Array.from({ length }, (_, at): StoredEvent => {
    const recordedAt = new Date(Date.UTC(2024, 0, 1) + at * 3_600_000).toISOString()
    const envelope = {
      companyId,
      seq: at + 1,
      stream: 'job' as const,
      streamId: jobId,
      version: at + 1,
      schema: 1,
      actorId: people[at % 2] ?? '',
      actorRole: 'admin' as const,
      happenedAt: recordedAt,
      recordedAt,
      clock: 'device' as const,
      commandId: randomUUID(),
      ordinal: 0,
    }
    if (at === 0)
      return {
        ...envelope,
        number: 1,
        type: 'JobCreated',
        data: { apartmentName: '9 Sutler Street', jobPriority: 1, tasks: [], createdAt: '2024-01-01' },
      }
    if (at === 1)
      return {
        ...envelope,
        type: 'TaskAdded',
        data: { taskId, description: 'Reseal the bath', status: 'not completed' },
      }
    if (at % 5 < 2 && at < notesUntil)
      return {
        ...envelope,
        type: 'NoteAdded',
        data: {
          noteId: randomUUID(),
          note: `Round ${at}: no answer at the door, rang the tenant twice and left a card`,
        },
      }
    return { ...envelope, type: 'TaskPriced', data: { taskId, price: 1_000 + at } }
  })
}
