import { test } from 'vitest'
import { concluded, dutyId, meet } from '#test/core/duties/duty-events.ts'
import { given, tom } from '#test/core/given-when-then.ts'

// Reported on 12 November at 16:20, investigated on 18 November at 11:30.

test('what was made safe on the spot, before the investigation was finished, is recorded at its own time', () => {
  const data = { dutyId, metAt: '2026-11-18T11:00:00.000Z', by: tom.userId, proof: 'photos', note: '' } as const
  for (const step of ['make safe', 'further work'] as const)
    given(...concluded)
      .when(meet(step, data.metAt), tom)
      .gives({ type: 'DeadlineMet', data: { ...data, step } })
})

test('nothing was made safe before anybody had reported it, and no summary was written before there was anything to tell', () => {
  given(...concluded)
    .when(meet('make safe', '2026-11-12T16:19:59.999Z'), tom)
    .refuses('This time is before the report: the clock had not started.', 'metAt')
  given(...concluded)
    .when(meet('summary', '2026-11-18T11:29:59.999Z'))
    .refuses('This time is before the end of the investigation: the clock had not started.', 'metAt')
})
