import { expect, test } from 'vitest'
import { decide } from '#core/ledger/decide.ts'
import { type Command, commands, type Event, type StoredEvent, target } from '#core/ledger/ledger.ts'
import { isRefusal } from '#core/model/refusals.ts'
import { seededRandom } from './seeded-random.ts'
import { companyTimeline } from './timeline.ts'

const id = (n: number) => `018f0000-0000-7000-8000-00000000000${n}`
const crew = { office: [id(1), id(2), id(3)], team: [id(4), id(5), id(6), id(7)] } as const
const until = Date.parse('2026-11-20T12:00:00Z')

test('the demo company has the same history each time, in order and with nothing in the future', () => {
  const story = companyTimeline(50, 540, until, crew, seededRandom('demo'))
  expect(story).toEqual(companyTimeline(50, 540, until, crew, seededRandom('demo')))
  expect(story.every((step, place) => step.at <= until && step.at >= (story[place - 1]?.at ?? 0))).toBe(true)
  expect(story.filter((step) => step.type === 'CreateJob').length).toBeGreaterThanOrEqual(45)
})

test('the demo company keeps to the rules: fewer than one step in a hundred is refused', () => {
  const histories = new Map<string, StoredEvent[]>()
  const types = new Set<string>()
  let refused = 0
  const story = companyTimeline(300, 540, until, crew, seededRandom('demo'))
  for (const { type, data, by, at } of story) {
    const command = { type, data: commands[type as Command['type']].parse(data) } as Command
    const { stream, streamId } = target(command)
    const history = histories.get(streamId) ?? []
    const actorRole = crew.team.some((one) => one === by) ? 'team' : 'admin'
    const time = new Date(at).toISOString()
    const decided = decide(history, command, { actorId: by, actorRole, companyId: id(9), at: time, facts: {} })
    if (isRefusal(decided)) refused += 1
    else
      histories.set(streamId, [
        ...history,
        ...decided.map((event: Event, ordinal: number): StoredEvent => {
          types.add(event.type)
          const version = history.length + ordinal + 1
          const envelope = {
            companyId: id(9),
            seq: version,
            stream,
            streamId,
            version,
            schema: 1,
            commandId: id(8),
            ordinal,
          }
          return {
            ...event,
            ...envelope,
            actorId: by,
            actorRole,
            happenedAt: time,
            recordedAt: time,
            clock: 'device',
          } as StoredEvent
        }),
      ])
  }
  expect(refused / story.length).toBeLessThan(0.01)
  expect([...types]).toEqual(
    expect.arrayContaining([
      'JobInvoiced',
      'TodoAdded',
      'TodoCompleted',
      'TaskToEstimate',
      'JobScheduled',
      'NoteAdded',
      'TaskReady',
      'NextVisitSet',
      'PartAdded',
      'PartReceived',
      'HazardRecorded',
      'DeadlineMet',
      'SummarySent',
    ]),
  )
})
