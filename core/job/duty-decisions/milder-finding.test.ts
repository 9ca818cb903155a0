import { expect, test } from 'vitest'
import { openDeadlines } from '#core/job/duties/duty.ts'
import type { Event } from '#core/ledger/ledger.ts'
import { afterwards, clock, dutyId, emergency, investigated, meet, on, set } from '#test/core/duties/duty-events.ts'
import { given, jobAfter, tom } from '#test/core/given-when-then.ts'
import { jobCreated } from '#test/core/job-events.ts'

test('an emergency found to be less, which the law does not cover, leaves only the written summary', () => {
  const due = '2026-11-20T08:59:00.000Z'
  const summary = set(clock('summary', '2026-11-24T23:59:59.999Z', 'investigated'))
  const events = [jobCreated, emergency, set(clock('investigate', due), clock('make safe', due)), investigated] as const
  const open = (...more: Event[]) => openDeadlines(jobAfter(...events, ...more).duties?.[0] ?? expect.fail())
  expect(open(summary).map((one) => one.step)).toEqual(['summary'])
  given(...events, summary)
    .when({ type: 'RecordMissed', data: { ...on, step: 'make safe', due } }, { userId: '', role: 'system' })
    .givesNothing()
  given(...events, summary)
    .when(meet('make safe'), tom)
    .refuses('This deadline no longer exists.')
  // Where the law covers it, what it asks for has taken the emergency's place.
  expect(open(afterwards).map((one) => one.step)).toEqual(['summary', 'make safe', 'further work'])
  const again: Event = { type: 'DeadlineReopened', data: { dutyId, step: 'investigate' } }
  expect(open(summary, again).map((one) => one.step)).toEqual(['investigate', 'make safe'])
})
