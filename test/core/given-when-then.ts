import { expect } from 'vitest'
import { events as companyEvents } from '#core/company/messages.ts'
import { evolve, type Job } from '#core/job/job.ts'
import * as jobMessages from '#core/job/messages.ts'
import { decide } from '#core/ledger/decide.ts'
import {
  type Command,
  commands,
  type Event,
  events,
  type Facts,
  isJobEvent,
  type StoredEvent,
} from '#core/ledger/ledger.ts'
import type { ActorRole, Stream } from '#core/model/messages.ts'
import { isRefusal } from '#core/model/refusals.ts'
import * as part from '#core/part/part.ts'
import * as recurringMessages from '#core/recurring/messages.ts'
import * as reportMessages from '#core/report/messages.ts'
import * as siteMessages from '#core/site/messages.ts'
import * as todo from '#core/todo/todo.ts'
import * as viewMessages from '#core/views/messages.ts'
import { viewsIdOf } from '#core/views/views.ts'

/** The nth id of a kind of thing. Kinds: a is a person, b a job, c a task, d a note, e an image, f anything else. */
export const idOf = (kind: 'a' | 'b' | 'c' | 'd' | 'e' | 'f', nth: number) =>
  `0193${kind}000-0000-7000-8000-${String(nth).padStart(12, '0')}`

export type Person = { userId: string; role: ActorRole }
export const dana: Person = { userId: idOf('a', 1), role: 'owner' }
export const priya: Person = { userId: idOf('a', 2), role: 'admin' }
export const tom: Person = { userId: idOf('a', 3), role: 'team' }
export const maya: Person = { userId: idOf('a', 4), role: 'team' }
export const companyId = idOf('f', 1)
export const jobId = idOf('b', 1)
export const partId = idOf('f', 900)
export const siteId = idOf('f', 800)
export const recurringId = idOf('f', 950)
export const reportId = idOf('f', 960)
/** The instant of every command in these tests. */
export const now = '2026-11-20T09:00:00.000Z'

/** An event and the person who caused it, by default the owner. */
export type Given = Event & { by?: Person }
export const by = (person: Person, event: Event): Given => ({ ...event, by: person })

const streamOf = (type: string): { stream: Stream; streamId: string } =>
  type in jobMessages.events
    ? { stream: 'job', streamId: jobId }
    : type in part.events
      ? { stream: 'part', streamId: partId }
      : type in siteMessages.events
        ? { stream: 'site', streamId: siteId }
        : type in recurringMessages.events
          ? { stream: 'recurring', streamId: recurringId }
          : type in reportMessages.events
            ? { stream: 'report', streamId: reportId }
            : type in todo.events
              ? { stream: 'todo', streamId: todo.listIdOf(tom.userId) }
              : type in viewMessages.events
                ? { stream: 'views', streamId: viewsIdOf(type.startsWith('Shared') ? companyId : tom.userId) }
                : type in companyEvents
                  ? { stream: 'company', streamId: companyId }
                  : { stream: 'member', streamId: maya.userId }

/** The events as the log would hold them: one minute apart, the first job numbered 213. */
export function recorded(...given: Given[]): StoredEvent[] {
  const versions: Record<string, number> = {}
  return given.map(({ by: person = dana, ...event }, index): StoredEvent => {
    const { stream, streamId } = streamOf(event.type)
    versions[streamId] = (versions[streamId] ?? 0) + 1
    const happenedAt = new Date(Date.parse('2026-11-19T08:00:00.000Z') + index * 60_000).toISOString()
    return {
      ...event,
      companyId,
      seq: index + 1,
      stream,
      streamId,
      version: versions[streamId],
      schema: 1,
      ...(event.type === 'JobCreated' ? { number: 213 } : {}),
      actorId: person.userId,
      actorRole: person.role,
      happenedAt,
      recordedAt: happenedAt.replace('00.000Z', '01.000Z'),
      clock: 'device',
      commandId: idOf('f', 1000 + index),
      ordinal: 0,
    }
  })
}

/** The job after these events. */
export function jobAfter(...given: Given[]): Job {
  const job = recorded(...given)
    .filter(isJobEvent)
    .reduce(evolve, undefined)
  if (!job) throw new Error('These events make no job.')
  return job
}

/** given(earlier events).when(a command, its person).gives(events), .givesNothing() or .refuses(a message). */
export function given(...past: Given[]) {
  return {
    when(command: Command, who: Person = dana, facts: Facts = {}) {
      expect(commands[command.type].safeParse(command.data), 'the command is well-formed').toMatchObject({
        success: true,
      })
      const context = { actorId: who.userId, actorRole: who.role, companyId, at: now, facts }
      const outcome = decide(recorded(...past), command, context)
      return {
        gives(...expected: Event[]) {
          expect(outcome).toEqual(expected)
          for (const event of expected)
            expect(events[event.type].safeParse(event.data), event.type).toMatchObject({ success: true })
        },
        givesNothing() {
          expect(outcome).toEqual([])
        },
        refuses(error: string, field?: string) {
          expect(isRefusal(outcome) ? { error: outcome.error, field: outcome.field } : outcome).toEqual({
            error,
            field,
          })
        },
      }
    },
  }
}
