import fc from 'fast-check'
import { beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { textsOf, withoutTexts } from '#core/erasure/erasure.ts'
import { historyOf } from '#core/history/history.ts'
import { foldJob } from '#core/job/fold/job-fold.ts'
import { isJobEvent } from '#core/ledger/ledger.ts'
import { MalformedEvent, unreadableErrors, whyUnreadable } from '#core/ledger/shapes.ts'
import { idOf, recorded } from '#test/core/given-when-then.ts'
import { UnknownEvent } from './messages.ts'
import { type OldShape, oldShape, oldShapes } from './old-shapes.ts'
import { isOfKnownShape, schemaOf, upcast, upcastEvent } from './upcast.ts'

const shapes = new Map<string, readonly OldShape[]>()

/** In this test a comment was first a list of lines, then a text under another name. */
const lines = oldShape(z.strictObject({ noteId: z.string(), lines: z.array(z.string()) }), {
  erasable: [],
  next: ({ lines: all, ...rest }) => ({ ...rest, comment: all.join('\n') }),
})
const comment = oldShape(z.strictObject({ noteId: z.string(), comment: z.string() }), {
  erasable: ['comment'],
  next: ({ comment: note, ...rest }) => ({ ...rest, note }),
})
beforeEach(() => {
  vi.spyOn(oldShapes, 'get').mockImplementation((type) => shapes.get(type))
  shapes.set('NoteAdded', [lines, comment])
})

const noteId = idOf('d', 1)

test('an event of any former shape is read in the current shape of its type', () => {
  expect(schemaOf('NoteAdded')).toBe(3)
  fc.assert(
    fc.property(fc.array(fc.string()), (all) => {
      const note = all.join('\n')
      expect(upcast('NoteAdded', 1, { noteId, lines: all })).toEqual({ noteId, note })
      expect(upcast('NoteAdded', 2, { noteId, comment: note })).toEqual({ noteId, note })
      expect(upcast('NoteAdded', 3, { noteId, note })).toEqual({ noteId, note })
    }),
  )
})

test('the rest of the event is unchanged, and an event of the current shape is returned as is', () => {
  const old = { type: 'NoteAdded', schema: 2, seq: 7, data: { noteId, comment: 'Keys' } }
  expect(upcastEvent(old)).toEqual({ ...old, schema: 3, data: { noteId, note: 'Keys' } })
  for (const type of ['NoteDeleted', 'constructor', '__proto__']) {
    const event = { type, schema: 1, data: { noteId } }
    expect(upcastEvent(event)).toBe(event)
    expect(schemaOf(type)).toBe(1)
  }
})

test('data that does not match its shape is rejected', () => {
  expect(() => upcast('NoteAdded', 2, { noteId, lines: ['Keys'] })).toThrow()
})

test('an event whose data do not have the shape that it was stored in is left as it is, and cannot be read', () => {
  const malformed = { type: 'NoteAdded', schema: 2, data: { noteId, lines: ['Keys'] } }
  expect(upcastEvent(malformed)).toBe(malformed)
  expect(whyUnreadable(malformed)).toBeInstanceOf(MalformedEvent)
  expect(whyUnreadable({ ...malformed, schema: 1 })).toBeUndefined()
})

test('what stops a projection at an event that cannot be read begins with a name that other releases look for', () => {
  const reasons = [
    { type: 'JobTeleported', schema: 1, data: {} },
    { type: 'NoteAdded', schema: 2, data: { noteId } },
  ].map((event) => String(whyUnreadable(event)).split(':')[0])
  expect(reasons).toEqual(['UnknownEvent', 'MalformedEvent'])
  expect(reasons).toEqual(unreadableErrors)
})

test('an event of a newer shape than this release knows stops a fold', () => {
  const [event] = recorded({ type: 'NoteAdded', data: { noteId, note: 'Keys' } })
  if (!event) throw new Error('There is one')
  const newer = { ...event, schema: 4 }
  expect(upcastEvent(newer)).toBe(newer)
  expect([isOfKnownShape(event), isOfKnownShape(newer)]).toEqual([true, false])
  expect(whyUnreadable(newer)?.message).toBe('No fold knows the event type NoteAdded in shape 4')
  expect(() => foldJob([newer].filter(isJobEvent))).toThrow(UnknownEvent)
  expect(historyOf([newer])[0]?.unreadable).toContain('does not know this change')
})

test('the texts of the stored shape can be erased, and are erased in the current shape too', () => {
  const stored = { type: 'NoteAdded' as const, schema: 2, data: { noteId, comment: 'Mrs Doyle' } }
  expect(textsOf(stored).map((one) => [one.path, one.text])).toEqual([['comment', 'Mrs Doyle']])
  const left = { ...stored, data: withoutTexts(stored.data, ['comment']) }
  expect(textsOf(left)).toEqual([])
  expect(upcastEvent(left).data).toEqual({ noteId, note: '[erased]' })
})
