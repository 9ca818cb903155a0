import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { erasedText } from '#core/model/erased-text.ts'
import { erasedNote, resealedWith, sealedJob, tools } from '#test/server/sealed-files.ts'
import { checkSealed, type SealCheck } from './check-sealed.ts'
import type { SealedFile } from './sealed-evidence.ts'

let whole: SealedFile
let partly: SealedFile
beforeAll(() => {
  whole = sealedJob(() => true)
  partly = sealedJob((event) => event.type !== 'TaskPriced' && event.type !== 'NoteAdded')
})

const check = async (file: unknown): Promise<SealCheck> => (await checkSealed(file, tools)) ?? expect.fail('no file')
const copy = (file: SealedFile): SealedFile => structuredClone(file)

test('an unchanged sealed file passes, also with events left out', async () => {
  for (const file of [whole, partly]) {
    const found = await check(copy(file))
    expect(found).toMatchObject({ events: file.events.length, signed: true, jobRef: '00213' })
    expect(found.fault).toBeUndefined()
  }
  expect((await check(partly)).leftOut).toBeGreaterThan(0)
  expect(JSON.stringify(partly)).not.toContain(':8500')
})

test('a sealed file from before texts had digests of their own passes', async () => {
  const { events, ...old } = sealedJob(() => true, undefined, { form: 1 })
  expect(events.every((one) => 'digest' in one && one.digest.length === 64)).toBe(true)
  expect((await check({ ...old, events })).fault).toBeUndefined()
})

test('the kind of the file is signed, and files from before it was still pass', async () => {
  const { statement } = whole.seal
  expect(statement.file).toEqual({ type: 'fettle-evidence', form: 1 })
  const resealed = (one: object) => ({ ...whole, seal: resealedWith({ ...statement, ...one }) })
  expect((await check(resealed({ file: undefined }))).fault).toBeUndefined()
  for (const file of [
    { type: 'other', form: 1 },
    { type: 'fettle-evidence', form: 2 },
  ])
    expect((await check(resealed({ file }))).fault).toEqual({ reason: 'seal' })
  expect((await check(resealed({ type: 'another statement' }))).fault).toEqual({ reason: 'seal' })
})

test.each([1, 2] as const)('a text that was erased by law passes in form %s', async (form) => {
  const file = sealedJob(() => true, undefined, {
    form,
    alter: (row) => (row.type === 'NoteAdded' ? erasedNote(row) : row),
  })
  expect(JSON.stringify(file.events)).toContain(erasedText)
  expect((await check(file)).fault).toBeUndefined()
})

test.each([
  ['a price', 'TaskPriced', { price: 1 }],
  ['a price, beside the erased word', 'TaskPriced', { price: 1, note: erasedText }],
  ['a comment', 'NoteAdded', { note: 'Nobody came.' }],
])('%s without a salt is not taken for the remains of an erasure', async (_, type, change) => {
  for (const form of [1, 2] as const) {
    const file = sealedJob(() => true, undefined, {
      form,
      alter: (row) => (row.type === type ? { ...row, data: { ...Object(row.data), ...change } } : row),
    })
    expect((await check(file)).fault).toMatchObject({ reason: 'data' })
  }
})

test('in form 2 nothing beside an erased text can be changed', async () => {
  const file = sealedJob(() => true, undefined, {
    alter: (row) => {
      if (row.type !== 'NoteAdded') return row
      const left = erasedNote(row)
      return { ...left, data: { ...Object(left.data), noteId: 'another' } }
    },
  })
  expect((await check(file)).fault).toMatchObject({ reason: 'data' })
})

test('anything but a sealed file is recognised as such', async () => {
  for (const other of [
    undefined,
    null,
    1,
    'text',
    [],
    {},
    { ...whole, form: 2 },
    { ...whole, events: 'none' },
    { ...whole, events: [1] },
  ])
    expect(await checkSealed(other, tools)).toBeUndefined()
})

/** The paths of all values of an event. */
function leaves(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([name, one]) => leaves(one, [...path, name]))
}

/** A copy with one value changed: another letter in a text, or another number. */
function changed(value: unknown, [name, ...rest]: readonly string[], at: number): unknown {
  if (name !== undefined && typeof value === 'object' && value !== null) {
    const next = changed(Reflect.get(value, name), rest, at)
    return Array.isArray(value)
      ? value.map((one, place) => (String(place) === name ? next : one))
      : { ...value, [name]: next }
  }
  if (typeof value === 'number') return value + 1
  if (typeof value === 'boolean') return !value
  const text = String(value)
  const place = at % (text.length + 1)
  return `${text.slice(0, place)}${text[place] === 'x' ? 'y' : 'x'}${text.slice(place + 1)}`
}

test('a changed byte of any event is found, in a full copy and in one with events left out', {
  timeout: 180_000,
}, async () => {
  const anywhere = fc.tuple(fc.boolean(), fc.nat(), fc.nat(), fc.nat())
  await fc.assert(
    fc.asyncProperty(anywhere, async ([isWhole, which, where, at]) => {
      const file = copy(isWhole ? whole : partly)
      const index = which % file.events.length
      const places = leaves(file.events[index])
      const place = places[where % places.length] ?? []
      const events = file.events.map((one, nth) => (nth === index ? changed(one, place, at) : one))
      expect((await check({ ...file, events })).fault?.event).toBe(index + 1)
    }),
    { numRuns: 1_000 },
  )
})

test('a changed event is found even if its digest in the seal is changed to match', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), fc.nat(), fc.nat(), async (which, where, at) => {
      const file = copy(whole)
      const index = which % file.events.length
      const places = leaves(file.events[index])
      const event = changed(file.events[index], places[where % places.length] ?? [], at)
      const digest = Buffer.from(await tools.sha256(tools.canonical(event))).toString('hex')
      const forged = {
        ...file,
        events: file.events.map((one, nth) => (nth === index ? event : one)),
        seal: {
          ...file.seal,
          statement: {
            ...file.seal.statement,
            entries: file.seal.statement.entries.map((one, nth) => (nth === index ? digest : one)),
          },
        },
      }
      const { fault, signed } = await check(forged)
      expect(signed).toBe(false)
      expect(fault?.event).toBe(index + 1)
    }),
    { numRuns: 300 },
  )
})

/** The paths of everything in a file, including objects and lists. */
const places = (value: unknown, path: string[] = []): string[][] =>
  typeof value === 'object' && value !== null
    ? [path, ...Object.entries(value).flatMap(([name, one]) => places(one, [...path, name]))]
    : [path]

/** A copy with another value at a path. */
function withAt(value: unknown, [name, ...rest]: readonly string[], other: unknown): unknown {
  if (name === undefined) return other
  const next = withAt(Object(value)[name], rest, other)
  return Array.isArray(value)
    ? value.map((one, place) => (String(place) === name ? next : one))
    : { ...Object(value), [name]: next }
}

test('no content of a file crashes the check, and no changed file passes', async () => {
  const deep = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`)
  const hostile = [
    null,
    {},
    [],
    { toString: 1, valueOf: 1 },
    { toJSON: 1 },
    Number.POSITIVE_INFINITY,
    -0.5,
    true,
    '',
    '\ud800',
    deep,
  ]
  const unbroken: string[] = []
  for (const [nth, place] of places(whole).entries()) {
    for (const other of nth % 7 === 0 ? hostile : hostile.slice(0, 4)) {
      const found = await checkSealed(withAt(whole, place, other), tools)
      if (found && !found.fault) unbroken.push(place.join('.'))
    }
  }
  expect(unbroken).toEqual([])
})

test('a removed, added or moved event is found', async () => {
  const without = copy(whole)
  without.events.splice(2, 1)
  expect((await check(without)).fault).toMatchObject({ event: 3, reason: 'missing' })
  const cut = copy(whole)
  cut.events.pop()
  expect((await check(cut)).fault).toMatchObject({ event: whole.events.length, reason: 'missing' })
  const more = copy(whole)
  const [first = expect.fail('no events')] = more.events
  more.events.splice(1, 0, { ...first, version: 9 })
  expect((await check(more)).fault).toMatchObject({ event: 2, reason: 'added' })
  const swapped = copy(whole)
  swapped.events.splice(1, 2, ...swapped.events.slice(1, 3).reverse())
  expect((await check(swapped)).fault).toMatchObject({ event: 2, reason: 'moved' })
})

test('changed names, another key and a foreign signed head are found', async () => {
  const renamed = copy(whole)
  renamed.about.people = { nobody: 'Somebody Else' }
  expect((await check(renamed)).fault).toEqual({ reason: 'about' })
  const later = copy(whole)
  later.seal.statement.preparedAt = '2030-01-01T00:00:00.000Z'
  expect((await check(later)).fault).toEqual({ reason: 'seal' })
  const other = copy(whole)
  if (other.signedHead) other.signedHead.head.seq += 1
  expect((await check(other)).fault).toEqual({ reason: 'signed head' })
  const before = sealedJob(() => true, whole.events.length - 1)
  expect((await check(before)).fault, 'it says nothing of the last event').toEqual({ reason: 'signed head' })
  expect((await check(sealedJob(() => true, 99))).fault).toBeUndefined()
})

test('a browser without support for signatures reports them as unchecked', async () => {
  const found = await checkSealed(copy(whole), { ...tools, isSigned: async () => undefined })
  expect(found).toMatchObject({ signed: undefined })
  expect(found?.fault).toBeUndefined()
})
