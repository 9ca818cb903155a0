import { expect, test } from 'vitest'
import type { Command, Facts } from '#core/ledger/ledger.ts'
import { by, dana, given, idOf, jobId, maya, priya, tom } from '#test/core/given-when-then.ts'
import { booking, imageId, jobCreated, jobScheduled, picture, scheduleJob, status } from '#test/core/job-events.ts'
import { overlapsOf } from './overlap.ts'

const other = idOf('b', 12)
const facts: Facts = {
  memberIds: [tom.userId, maya.userId],
  usernames: { [tom.userId]: 'Tom', [maya.userId]: 'Maya' },
  timeZone: 'Europe/London',
  bookings: [
    {
      jobId: other,
      jobRef: '00012',
      apartmentName: '31 Tannery Wharf',
      jobStart: '2026-11-20T10:00:00.000Z',
      jobEnd: '2026-11-20T12:00:00.000Z',
      assignedTo: [maya.userId, dana.userId],
    },
  ],
}
const anyway: Command = { type: 'ScheduleJob', data: { jobId, ...booking, anyway: true } }

test('a booking that overlaps another of the same person is refused with the person, the times and the job', () =>
  given(jobCreated)
    .when(scheduleJob, priya, facts)
    .refuses('Maya is already booked 10:00 to 12:00 on job 00012. Book anyway?', 'assignedTo'))

test('the times are in the company’s time zone', () =>
  given(jobCreated)
    .when(scheduleJob, priya, { ...facts, timeZone: 'Europe/Paris' })
    .refuses('Maya is already booked 11:00 to 13:00 on job 00012. Book anyway?', 'assignedTo'))

test('the office may book anyway, and the confirmed clashes are recorded', () =>
  given(jobCreated)
    .when(anyway, priya, facts)
    .gives(
      { type: 'JobScheduled', data: { ...booking, overlaps: [{ jobId: other, userId: maya.userId }] } },
      status('pending', 'booked', 'scheduled'),
    ))

test('saving an unchanged booking needs no new confirmation', () =>
  given(jobCreated, jobScheduled, status('pending', 'booked', 'scheduled'))
    .when(scheduleJob, priya, facts)
    .givesNothing())

test('adjoining visits, other people and the job itself do not overlap', () => {
  const wanted = {
    jobId,
    jobStart: '2026-11-20T08:00:00.000Z',
    jobEnd: '2026-11-20T10:00:00.000Z',
    assignedTo: [maya.userId],
  }
  expect(overlapsOf(facts.bookings ?? [], wanted)).toEqual([])
  expect(overlapsOf(facts.bookings ?? [], { ...wanted, jobEnd: '2026-11-20T10:00:01.000Z' })).toHaveLength(1)
  expect(
    overlapsOf(facts.bookings ?? [], { ...wanted, jobEnd: '2026-11-20T11:00:00.000Z', assignedTo: [tom.userId] }),
  ).toEqual([])
  expect(overlapsOf(facts.bookings ?? [], { ...wanted, jobId: other, jobEnd: '2026-11-20T11:00:00.000Z' })).toEqual([])
})

test('an image is described by its uploader or the office, and the same description records nothing', () => {
  const added = by(tom, { type: 'ImageAdded', data: picture })
  const describeImage = (description: string): Command => ({
    type: 'DescribeImage',
    data: { jobId, imageId, description },
  })
  given(jobCreated, added)
    .when(describeImage(' New trap '), tom)
    .gives({ type: 'ImageDescribed', data: { imageId, description: 'New trap' } })
  given(jobCreated, added)
    .when(describeImage('New trap'), priya)
    .gives({ type: 'ImageDescribed', data: { imageId, description: 'New trap' } })
  given(jobCreated, added)
    .when(describeImage('Mine'), maya)
    .refuses('An image can be changed or deleted only by its uploader or the office.')
  given(jobCreated, added).when(describeImage(picture.description), tom).givesNothing()
  given(jobCreated).when(describeImage('None'), tom).refuses('Image not found.')
})
