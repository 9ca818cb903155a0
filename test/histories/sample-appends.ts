import { randomUUID } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import type { Event } from '#core/ledger/ledger.ts'
import { type Append, requestDigest } from '#ledger/log/append.ts'
import { priya } from '#test/core/given-when-then.ts'
import { jobCreated } from '#test/core/job-events.ts'

/** A note, with an id of its own. */
export const aNote = (note = 'No answer at the door.'): Event => ({ type: 'NoteAdded', data: { noteId: uuid(), note } })

/** What the command of one event would append: a note by Priya on a new stream, where nothing else is said. */
export function anAppend(one: Partial<Append> & { companyId: string }): Append {
  const events = one.events ?? [aNote()]
  return {
    commandId: randomUUID(),
    request: requestDigest({ type: 'Test', data: events.map(({ data }) => data) }),
    stream: 'job',
    streamId: uuid(),
    expectedVersion: 0,
    actorId: priya.userId,
    actorRole: 'admin',
    happenedAt: '2026-11-20T09:00:00.123Z',
    clock: 'device',
    ...one,
    events,
  }
}

/** What the creation of a job appends: it takes the company's next job number. */
export const aCreation = (one: Partial<Append> & { companyId: string }) => anAppend({ events: [jobCreated], ...one })
