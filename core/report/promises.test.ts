import { expect, test } from 'vitest'
import type { Deadline } from '#core/job/duties/duty.ts'
import { idOf } from '#test/core/given-when-then.ts'
import { promises } from './promises.ts'

const clock = (step: Deadline['step'], due: string): Deadline => ({
  step,
  from: 'aware',
  startedAt: '2026-11-19T08:00:00.000Z',
  due,
})
const duty = (deadlines: Deadline[]) => ({
  dutyId: idOf('f', 1),
  awareAt: '2026-11-19T08:00:00.000Z',
  deadlines,
})

test('what is still to be met is promised, the next day first; nothing that is late, met or ended', () => {
  const summary = clock('summary', '2026-11-26T23:59:59.999Z')
  const investigate = clock('investigate', '2026-11-20T08:00:00.000Z')
  const now = '2026-11-19T09:00:00.000Z'
  expect(promises([duty([summary, investigate])], now)).toEqual([
    { says: 'We look into it', due: investigate.due },
    { says: 'You get what we found in writing', due: summary.due },
  ])
  const met = { at: now, by: 'Dana', proof: 'visit', note: '' } as const
  expect(promises([duty([{ ...investigate, met }, summary])], now)).toHaveLength(1)
  expect(promises([duty([summary, investigate])], '2026-11-21T09:00:00.000Z')).toHaveLength(1)
  expect(promises([{ ...duty([summary]), ended: { ending: 'other', at: now } }], now)).toEqual([])
})
