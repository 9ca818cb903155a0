import fc from 'fast-check'
import type { StoredEvent } from '#core/ledger/ledger.ts'

/** What a stored value may have become: anything that JSON can hold. */
const anything = fc.constantFrom<unknown>(
  null,
  true,
  5,
  -1,
  'text',
  [],
  {},
  [null],
  [{}],
  { taskId: 5 },
  { version: 'x' },
)

/** How some events of a history are damaged: which, as a part of its length, and whether all their data or one field. */
export const damages = fc.array(
  fc.record({ at: fc.double({ min: 0, max: 0.999, noNaN: true }), to: anything, field: fc.option(fc.nat(20)) }),
  { minLength: 1, maxLength: 3 },
)
export type Damage = (typeof damages extends fc.Arbitrary<infer T> ? T : never)[number]

/** The history with some events damaged. The types and places of all stay as they were. */
export function damaged(history: readonly StoredEvent[], all: readonly Damage[]): StoredEvent[] {
  const events = [...history]
  for (const { at, to, field } of all) {
    const place = Math.floor(at * events.length)
    const event = events[place]
    if (!event) continue
    const names = Object.keys(event.data ?? {})
    const name = field === null ? undefined : names[field % names.length]
    const data = name === undefined ? to : { ...event.data, [name]: to }
    events[place] = Object.assign({}, event, { data })
  }
  return events
}
