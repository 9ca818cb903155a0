import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { isRefusal } from '#core/model/refusals.ts'
import { companyId, dana } from '#test/core/given-when-then.ts'
import { memoryLedger } from '#test/core/memory-ledger.ts'
import { steps } from '#test/core/random-commands.ts'
import { sequences, sequencesTimeout } from '#test/core/random-sequences.ts'
import { decide, decideOn, evolveStream, foldStream, type StreamState } from './decide.ts'
import { type StoredEvent, target } from './ledger.ts'

vi.setConfig({ testTimeout: sequencesTimeout })

test('a state that grew event by event decides as the whole history does', () => {
  fc.assert(
    fc.property(steps, (sample) => {
      const ledger = memoryLedger()
      const states = new Map<string, StreamState>()
      let seen = 0
      for (const { command, who } of sample) {
        const { stream, streamId } = target(command)
        const history = ledger.log.filter((event) => event.streamId === streamId)
        // Handling a command refuses an id that something else has.
        if (history.some((event) => event.stream !== stream)) continue
        const context = {
          actorId: who.userId,
          actorRole: who.role,
          companyId,
          at: '2026-11-20T09:00:00.000Z',
          facts: {},
        }
        expect(decideOn(states.get(streamId), command, context)).toEqual(decide(history, command, context))
        ledger.handle(command, who)
        // Erased texts are read again; see the batches of commands.
        if (ledger.log.slice(seen).some(({ type }) => type === 'EventErased')) return
        for (const event of ledger.log.slice(seen))
          states.set(event.streamId, evolveStream(states.get(event.streamId), event))
        seen = ledger.log.length
        const after = ledger.log.filter((event) => event.streamId === streamId)
        expect(states.get(streamId)).toEqual(foldStream(after))
      }
    }),
    sequences,
  )
})

test('a history with an event of a newer release, or of two kinds of streams, has no state', () => {
  const recorded = memoryLedger().handle({ type: 'RegisterCompany', data: { companyId, name: 'Harrow & Pike' } }, dana)
  const known = isRefusal(recorded) ? undefined : recorded[0]
  if (!known) throw new Error('The company was not registered')
  const event = (change: object): StoredEvent => Object.assign({}, known, change)
  expect(foldStream([event({})])).toBeDefined()
  expect(foldStream([])).toBeUndefined()
  expect(foldStream([event({}), event({ type: 'JobPainted' })])).toBeUndefined()
  expect(foldStream([event({}), event({ schema: 9 })])).toBeUndefined()
  expect(foldStream([event({}), event({ stream: 'part' })])).toBeUndefined()
})
