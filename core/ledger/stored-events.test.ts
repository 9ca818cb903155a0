import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { evolve as evolveCompany } from '#core/company/company.ts'
import { historyOf } from '#core/history/history.ts'
import { evolve as evolveJob } from '#core/job/job.ts'
import { evolve as evolveMember } from '#core/member/member.ts'
import { actorRoles, UnknownEvent } from '#core/model/messages.ts'
import { oldShapes } from '#core/model/old-shapes.ts'
import { schemaOf, upcast, upcastEvent } from '#core/model/upcast.ts'
import { id, instant } from '#core/model/values.ts'
import { evolve as evolvePart } from '#core/part/part.ts'
import { predictRow } from '#core/prediction/predict-row.ts'
import type { Projection } from '#core/projections/projection.ts'
import { projections } from '#core/projections/projections.ts'
import { evolve as evolveRecurring } from '#core/recurring/recurring-work.ts'
import { evolve as evolveReport } from '#core/report/report.ts'
import { evolve as evolveSite } from '#core/site/site.ts'
import { evolve as evolveTodos } from '#core/todo/todo.ts'
import { evolve as evolveViews } from '#core/views/views.ts'
import {
  type EventType,
  events,
  isCompanyEvent,
  isJobEvent,
  isMemberEvent,
  isPartEvent,
  isRecurringEvent,
  isReportEvent,
  isSiteEvent,
  isTodoEvent,
  isViewEvent,
  type StoredEvent,
} from './ledger.ts'
import storedEvents from './stored-events.json' with { type: 'json' }

const streams = ['job', 'part', 'site', 'recurring', 'report', 'todo', 'views', 'member', 'company'] as const

/** A stored event except its data, which the schema of its type checks. */
const envelope = z.strictObject({
  companyId: id,
  seq: z.int().check(z.positive()),
  stream: z.enum(streams),
  streamId: id,
  version: z.int().check(z.positive()),
  type: z.custom<EventType>((type) => typeof type === 'string' && Object.hasOwn(events, type)),
  schema: z.int().check(z.positive()),
  number: z.optional(z.int().check(z.positive())),
  data: z.unknown(),
  actorId: z.optional(id),
  actorRole: z.enum(actorRoles),
  happenedAt: instant,
  recordedAt: instant,
  clock: z.enum(['device', 'server']),
  commandId: id,
  ordinal: z.int().check(z.nonnegative()),
})
const isStored = (sample: unknown): sample is StoredEvent => {
  const { type, schema, data } = envelope.parse(sample)
  events[type].parse(upcast(type, schema, data))
  return true
}

const samples: unknown[] = storedEvents
const stored = samples.filter(isStored).map(upcastEvent)
const all: readonly Projection[] = projections

test('every event type has a sample of each shape that it ever had', () => {
  const shapes = Object.keys(events).flatMap((type) => range(schemaOf(type)).map((schema) => `${type} ${schema}`))
  const sampled = samples.filter(isStored).map(({ type, schema }) => `${type} ${schema}`)
  expect([...new Set(sampled)].toSorted()).toEqual(shapes.toSorted())
  expect([...oldShapes.keys()].filter((type) => !Object.hasOwn(events, type))).toEqual([])
})
const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

test('every field of every event type is in a sample', () => {
  const fields = Object.entries(events).flatMap(([type, { shape }]) =>
    Object.keys(shape).map((field) => `${type}.${field}`),
  )
  const sampled = new Set(stored.flatMap(({ type, data }) => Object.keys(data).map((field) => `${type}.${field}`)))
  expect(fields.filter((field) => !sampled.has(field))).toEqual([])
})

test('the samples are the ledger of one company, without gaps', () => {
  expect(stored.map((event) => event.seq)).toEqual(stored.map((_, index) => index + 1))
  for (const streamId of new Set(stored.map((event) => event.streamId))) {
    const versions = stored.filter((event) => event.streamId === streamId).map((event) => event.version)
    expect(versions, streamId).toEqual(versions.map((_, index) => index + 1))
  }
})

describe.each(stored.map((event) => [`${event.type} (${event.seq})`, event] as const))('%s', (_, event) => {
  test('folds in every projection, without a row and onto a full one', () => {
    for (const projection of all) {
      const key = projection.key(event)
      if (key === undefined) continue
      for (const row of [undefined, predictRow(projection, key, undefined, stored)]) {
        const next = projection.fold(row, event)
        if (next) expect(projection.row.safeParse(next), projection.name).toMatchObject({ success: true })
      }
    }
  })
  test('evolves its stream, from nothing and from its whole history', () => {
    if (isJobEvent(event)) {
      evolveJob(undefined, event)
      expect(evolveJob(stored.filter(isJobEvent).reduce(evolveJob, undefined), event)).toMatchObject({
        version: event.version,
      })
    } else if (isPartEvent(event)) {
      evolvePart(undefined, event)
      const before = stored
        .filter(isPartEvent)
        .filter((one) => one.streamId === event.streamId && one.version < event.version)
      const after = evolvePart(before.reduce(evolvePart, undefined), event)
      if (event.type === 'PartDeleted') expect(after).toBeUndefined()
      else expect(after).toMatchObject({ partId: event.streamId, updatedAt: event.recordedAt })
    } else if (isSiteEvent(event)) {
      evolveSite(undefined, event)
      expect(evolveSite(stored.filter(isSiteEvent).reduce(evolveSite, undefined), event)).toMatchObject({
        siteId: event.streamId,
      })
    } else if (isRecurringEvent(event)) {
      evolveRecurring(undefined, event)
      const ofOne = stored.filter(isRecurringEvent).filter((one) => one.streamId === event.streamId)
      expect(evolveRecurring(ofOne.reduce(evolveRecurring, undefined), event)).toMatchObject({
        recurringId: event.streamId,
      })
    } else if (isReportEvent(event)) {
      evolveReport(undefined, event)
      expect(evolveReport(stored.filter(isReportEvent).reduce(evolveReport, undefined), event)).toMatchObject({
        reportId: event.streamId,
      })
    } else if (isTodoEvent(event)) {
      evolveTodos(undefined, event)
      const before = stored.filter(isTodoEvent).filter((one) => one.version < event.version)
      const after = evolveTodos(before.reduce(evolveTodos, undefined), event)
      expect(after).toMatchObject({ userId: event.actorId, updatedAt: event.recordedAt })
    } else if (isViewEvent(event)) {
      evolveViews(undefined, event)
      const before = stored
        .filter(isViewEvent)
        .filter((one) => one.streamId === event.streamId && one.version < event.version)
      expect(evolveViews(before.reduce(evolveViews, undefined), event)).toMatchObject({ listOf: event.data.listOf })
    } else if (isMemberEvent(event)) {
      evolveMember(undefined, event)
      const ofOne = stored.filter(isMemberEvent).filter((one) => one.streamId === event.streamId)
      expect(evolveMember(ofOne.reduce(evolveMember, undefined), event)).toMatchObject({ userId: event.streamId })
    } else {
      evolveCompany(undefined, event)
      expect(evolveCompany(stored.filter(isCompanyEvent).reduce(evolveCompany, undefined), event)).toBeDefined()
    }
  })
})

test('the samples have a history', () => {
  const entries = historyOf(stored)
  expect(entries).toHaveLength(stored.length)
  for (const entry of entries) expect(entry.sentence).toMatch(/^[a-z]/)
})

test('an event of an unknown type is never skipped', () => {
  const [first] = stored
  if (!first) throw new Error('There is a first sample.')
  for (const type of ['TaskCosted', 'constructor', '__proto__'])
    for (const stream of streams) {
      const unknown: StoredEvent = Object.assign({}, first, { type, stream })
      const [entry] = historyOf([unknown])
      expect(entry, `${type} of a ${stream}`).toMatchObject({ type, changes: [] })
      expect(entry?.unreadable).toContain('does not know this change')
      if (isJobEvent(unknown)) expect(() => evolveJob(undefined, unknown)).toThrow(UnknownEvent)
      if (isPartEvent(unknown)) expect(() => evolvePart(undefined, unknown)).toThrow(UnknownEvent)
      if (isSiteEvent(unknown)) expect(() => evolveSite(undefined, unknown)).toThrow(UnknownEvent)
      if (isRecurringEvent(unknown)) expect(() => evolveRecurring(undefined, unknown)).toThrow(UnknownEvent)
      if (isReportEvent(unknown)) expect(() => evolveReport(undefined, unknown)).toThrow(UnknownEvent)
      if (isTodoEvent(unknown)) expect(() => evolveTodos(undefined, unknown)).toThrow(UnknownEvent)
      if (isViewEvent(unknown)) expect(() => evolveViews(undefined, unknown)).toThrow(UnknownEvent)
      if (isMemberEvent(unknown)) expect(() => evolveMember(undefined, unknown)).toThrow(UnknownEvent)
      if (isCompanyEvent(unknown)) expect(() => evolveCompany(undefined, unknown)).toThrow(UnknownEvent)
    }
})
