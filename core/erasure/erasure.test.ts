import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { erasuresIn, historyOf } from '#core/history/history.ts'
import { undoOf } from '#core/history/undo.ts'
import { evolve } from '#core/job/job.ts'
import { type Command, type Event, type EventType, events, isJobEvent, type StoredEvent } from '#core/ledger/ledger.ts'
import storedEvents from '#core/ledger/stored-events.json' with { type: 'json' }
import { erasedText } from '#core/model/erased-text.ts'
import { isRefusal } from '#core/model/refusals.ts'
import { predictRow } from '#core/prediction/predict-row.ts'
import type { Projection } from '#core/projections/projection.ts'
import { projections } from '#core/projections/projections.ts'
import { by, companyId, type Given, given, idOf, jobAfter, maya, priya, recorded } from '#test/core/given-when-then.ts'
import { alsoIn, erasable, textsOf, withoutTexts } from './erasure.ts'

const samples: unknown[] = storedEvents
const stored = samples.filter((one): one is StoredEvent => typeof one === 'object')

/** Every field of a schema that accepts free text, as a path through lists. */
function wordsIn(schema: unknown, path: string): string[] {
  if (schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniArray) {
    const { def } = schema
    return wordsIn('element' in def ? def.element : def.innerType, path)
  }
  if (schema instanceof z.ZodMiniObject)
    return Object.entries(schema.shape).flatMap(([name, one]) => wordsIn(one, path === '' ? name : `${path}.${name}`))
  if (!(schema instanceof z.ZodMiniString)) return []
  return z.safeParse(schema, 'Anything, 1!').success ? [path] : []
}

/** Texts that are never erased, and why. */
const staying: Partial<Record<EventType, Record<string, string>>> = {
  CompanyRegistered: { name: 'the name of the company itself', timeZone: 'it names no person' },
  PlanActivated: { subscriptionId: 'an id of the card provider', cause: 'an id of the card provider' },
  PlanRenewed: { cause: 'an id of the card provider' },
  PlanPaymentFailed: { cause: 'an id of the card provider' },
  PlanCancelled: { cause: 'an id of the card provider' },
  PlanResumed: { cause: 'an id of the card provider' },
  ServiceLevelStarted: { 'level.name': 'the name of a service level of the company' },
  DeadlineRulesSet: { 'levels.name': 'the name of a service level of the company' },
  EventErased: { 'events.texts': 'paths of fields', reason: 'it vouches for the erasure' },
  MemberErased: { reason: 'it vouches for the erasure' },
}

test('every field that takes free text is either erasable or listed as staying', () => {
  for (const type of Object.keys(events) as EventType[])
    expect(wordsIn(events[type], '').toSorted(), type).toEqual(
      [...erasable[type], ...Object.keys(staying[type] ?? {})].toSorted(),
    )
})

describe.each(stored.map((event) => [`${event.type} (${event.seq})`, event] as const))('%s', (_, event) => {
  test('keeps everything but its texts when they are erased, and has no text left', () => {
    const texts = textsOf(event)
    const data = withoutTexts(
      event.data,
      texts.map((one) => one.path),
    )
    expect(events[event.type].safeParse(data).success).toBe(true)
    expect(textsOf({ ...event, data })).toEqual([])
    for (const { text } of texts.filter((one) => one.text.length > 3)) expect(JSON.stringify(data)).not.toContain(text)
    const restored = texts.reduce(
      (text, one) => text.replace(`"${erasedText}"`, () => JSON.stringify(one.text)),
      JSON.stringify(data),
    )
    expect(JSON.parse(restored)).toEqual(event.data)
  })
})

test('a ledger with all texts erased still folds in every projection, with every id in place', () => {
  const bare = stored.map((event): StoredEvent => {
    const paths = textsOf(event).map((one) => one.path)
    return Object.assign({}, event, { data: withoutTexts(event.data, paths) })
  })
  const all: readonly Projection[] = projections
  for (const projection of all) {
    for (const key of new Set(bare.flatMap((event) => projection.key(event) ?? []))) {
      const row = predictRow(projection, key, undefined, bare)
      if (row) expect(projection.row.safeParse(row), projection.name).toMatchObject({ success: true })
    }
  }
  expect(bare.flatMap((event) => projections.flatMap((one) => one.key(event) ?? []))).not.toContain(erasedText)
  const job = (events: StoredEvent[]) => events.filter(isJobEvent).reduce(evolve, undefined)
  expect(job(bare)?.jobDescriptions.map((one) => one.taskId)).toEqual(
    job(stored)?.jobDescriptions.map((one) => one.taskId),
  )
  expect(job(bare)).toMatchObject({ apartmentName: erasedText, jobStatus: job(stored)?.jobStatus })
})

test('a text is found where it is repeated, and where the same field had another value before', () => {
  const [sink, tap] = [idOf('c', 1), idOf('c', 2)]
  const storedEvent = (seq: number, type: EventType, data: object) => ({ seq, type, schema: 1, data })
  const history = [
    storedEvent(1, 'JobCreated', {
      apartmentName: '12 High Street',
      tasks: [
        { taskId: sink, description: 'Sink of Mrs Doyle' },
        { taskId: tap, description: 'Tap' },
      ],
    }),
    storedEvent(2, 'TaskDescribed', { taskId: sink, description: 'Sink' }),
    storedEvent(3, 'TaskDescribed', { taskId: sink, description: 'Mrs Doyle, 3rd floor' }),
    storedEvent(4, 'NoteAdded', { noteId: idOf('d', 1), note: 'Rang mrs doyle, 3rd FLOOR: nobody in' }),
    storedEvent(5, 'NoteAdded', { noteId: idOf('d', 2), note: 'Key is with the porter' }),
  ]
  const [third] = textsOf(storedEvent(3, 'TaskDescribed', { taskId: sink, description: 'Mrs Doyle, 3rd floor' }))
  if (!third) throw new Error('no text')
  const found = alsoIn(history, { ...third, seq: 3 }).map(({ event, text }) => [event.seq, text.path])
  expect(found).toEqual([
    [1, 'tasks.0.description'],
    [2, 'description'],
    [4, 'note'],
  ])
})

const remains = 'ab'.repeat(32)
const erase = (over: object = {}): Command => ({
  type: 'EraseEvents',
  data: { companyId, events: [{ seq: 7, texts: ['note'], remains }], reason: ' The tenant asked. ', ...over },
})
const facts = { erasable: new Map([[7, ['note']]]) }
const owner = { userId: idOf('a', 1), role: 'owner' } as const

test('the owner erases existing texts, with a reason', () =>
  given()
    .when(erase(), owner, facts)
    .gives({
      type: 'EventErased',
      data: { events: [{ seq: 7, texts: ['note'], remains }], reason: 'The tenant asked.' },
    }))

test('neither an admin nor the team may erase', () => {
  given().when(erase(), priya, facts).refuses('Only the owner may do this.')
  given().when(erase(), maya, facts).refuses('Only the owner may do this.')
})

test('an erasure needs a reason, and names each existing text once', () => {
  given()
    .when(erase({ reason: ' ' }), owner, facts)
    .refuses('Enter a reason.', 'reason')
  const gone = 'Some of this can no longer be erased. Please check again.'
  given().when(erase(), owner).refuses(gone)
  given()
    .when(erase({ events: [{ seq: 7, texts: ['note', 'reason'], remains }] }), owner, facts)
    .refuses(gone)
  const twice = [1, 2].map(() => ({ seq: 7, texts: ['note'], remains }))
  given()
    .when(erase({ events: twice }), owner, facts)
    .refuses(gone)
})

describe('the name and email of a person', () => {
  const invited: Event = { type: 'MemberInvited', data: { userRole: 'team' } }
  const removed: Event = { type: 'MemberRemoved', data: {} }
  const erased: Event = { type: 'MemberErased', data: { number: 3, reason: 'He asked.' } }
  const forget: Command = { type: 'EraseMember', data: { userId: maya.userId, reason: ' He asked. ' } }

  test('are erased by the owner, and replaced by the next number', () => {
    given(invited, removed).when(forget, owner, { erasedMembers: 2 }).gives(erased)
    given(invited, removed, erased).when(forget, owner, { erasedMembers: 3 }).givesNothing()
  })
  test('cannot be erased while the person is in the company, nor by anyone but the owner', () => {
    given(invited).when(forget).refuses('Delete this user first. Only a former member can be erased.')
    given(invited, removed).when(forget, priya).refuses('Only the owner may do this.')
    given().when(forget).refuses('User not found.')
    given(invited, removed)
      .when({ type: 'EraseMember', data: { userId: maya.userId, reason: '' } })
      .refuses('Enter a reason.', 'reason')
  })
  test('cannot be restored with the person', () => {
    const gone = 'The name and email of this person were erased. Add them as a new user.'
    given(invited, removed, erased)
      .when({ type: 'RestoreMember', data: { userId: maya.userId } })
      .refuses(gone)
    const invite: Command = { type: 'InviteMember', data: { userId: maya.userId, userRole: 'team' } }
    given(invited, removed, erased).when(invite).refuses(gone)
  })
})

const created: Given = {
  type: 'JobCreated',
  data: { apartmentName: '12 High Street', createdAt: '2026-11-19', jobPriority: 0, tasks: [] },
}
const noteId = idOf('d', 1)

test('the history says when, by whom and why an entry was erased', () => {
  const log = recorded(
    created,
    by(maya, { type: 'NoteAdded', data: { noteId, note: erasedText } }),
    by(owner, {
      type: 'EventErased',
      data: { events: [{ seq: 2, texts: ['note'], remains }], reason: 'DecisionContext.' },
    }),
  )
  const [note, first] = historyOf(log.filter(isJobEvent), erasuresIn(log))
  expect(note).toMatchObject({
    erased: { at: '2026-11-19T08:02:01.000Z', by: owner.userId, reason: 'DecisionContext.' },
  })
  expect(first).not.toHaveProperty('erased')
})

test('undo does not restore an erased text as if somebody had written it', () => {
  const past: Given[] = [
    created,
    { type: 'JobSiteChanged', data: { apartmentName: erasedText } },
    { type: 'JobSiteChanged', data: { apartmentName: '14 High Street' } },
  ]
  const context = { actorId: owner.userId, actorRole: owner.role, companyId, at: '2026-11-20T09:00:00.000Z', facts: {} }
  const change: Event = { type: 'JobSiteChanged', data: { apartmentName: '14 High Street' } }
  const undo = undoOf(change, jobAfter(...past.slice(0, 2)), jobAfter(...past), context)
  expect(isRefusal(undo) && undo.error).toBe('The earlier text was erased.')
})
