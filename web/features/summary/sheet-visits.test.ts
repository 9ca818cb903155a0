import { expect, test } from 'vitest'
import type { Event } from '#core/ledger/ledger.ts'
import { by, idOf, jobAfter, tom } from '#test/core/given-when-then.ts'
import { booking, jobCreated, jobScheduled } from '#test/core/job-events.ts'
import { visitFacts } from './sheet-visits.ts'

const { jobBookingId } = booking
const arrivalId = idOf('f', 30)
const reading = { zone: 'Europe/London', nameOf: () => 'tom.okafor' }

test('the sheet says who was on site when, and why nobody could get in', () => {
  const noAccess: Event = {
    type: 'NoAccessReported',
    data: {
      noAccessId: idOf('f', 31),
      jobBookingId,
      why: 'nobody in',
      tried: ['knocked', 'called the tenant'],
      tenantCalledAt: '2026-11-19T08:01:00.000Z',
      atDoorFrom: '2026-11-19T08:00:00.000Z',
      note: 'Dog barking inside.',
      imageId: idOf('e', 1),
    },
  }
  const job = jobAfter(
    jobCreated,
    jobScheduled,
    by(tom, noAccess),
    by(tom, { type: 'ArrivedOnSite', data: { arrivalId, jobBookingId } }),
    by(tom, { type: 'LeftSite', data: { arrivalId } }),
  )
  expect(visitFacts(job, reading)).toEqual([
    ['On site', expect.stringMatching(/^tom\.okafor, Thu 19 Nov( 2026)?, 08:03 to 08:04$/)],
    [
      'No access',
      expect.stringMatching(
        /^Thu 19 Nov( 2026)?, 08:00 to 08:02: nobody in\. Knocked, called the tenant 08:01\. “Dog barking inside\.”$/,
      ),
    ],
  ])
})

test('a job at which nobody tapped anything has neither', () => {
  expect(visitFacts(jobAfter(jobCreated, jobScheduled), reading)).toEqual([])
})
