import { expect, test } from 'vitest'
import type { Change } from './changes.ts'
import { readable } from './readable-changes.ts'

const names: Record<string, string> = { u1: 'tom.okafor', u2: 'maya.lind' }
const reading = {
  zone: 'Europe/London',
  nameOf: (userId: string) => names[userId] ?? '',
  now: '2026-11-20T08:00:00.000Z',
}
const read = (...changes: Change[]) => readable(changes, reading).map(({ from, to }) => [from, to])

test('a first booking is one line that names the people', () => {
  expect(
    read(
      { field: 'jobStart', to: '2026-11-20T09:00:00.000Z' },
      { field: 'jobEnd', to: '2026-11-20T11:00:00.000Z' },
      { field: 'assignedTo', from: [], to: ['u1', 'u2'] },
    ),
  ).toEqual([
    ['Not scheduled', expect.stringMatching(/^... 20 Nov, 09:00–11:00$/)],
    ['Nobody', 'tom.okafor, maya.lind'],
  ])
})

test('values read as on the screens', () => {
  expect(read({ field: 'warning', from: '', to: 'no access' })).toEqual([['No Warning', 'No access']])
  expect(read({ field: 'jobStatus', from: 'pending', to: 'booked' })).toEqual([['Pending', 'Booked']])
  expect(read({ field: 'price', of: 'Bath', from: 9500, to: 12000 })).toEqual([['£95.00', '£120.00']])
  expect(read({ field: 'price', of: 'Bath', to: 0 })).toEqual([['No price', '£0.00']])
  expect(read({ field: 'ready', of: 'Bath', from: false, to: true })).toEqual([['Not ready', 'Ready']])
  expect(read({ field: 'nextVisitHours', from: 0, to: 1 })).toEqual([['0 hours', '1 hour']])
  expect(read({ field: 'expectedDelivery', to: '2026-11-24' })).toEqual([[undefined, '24 Nov 2026']])
  expect(read({ field: 'status', of: 'Tap', from: 'waiting', to: 'received' })).toEqual([['Waiting', 'Received']])
  expect(read({ field: 'refuses', of: 'Amara Bello', to: ['email', 'text'] })).toEqual([[undefined, 'emails or texts']])
  expect(read({ field: 'createdAt', from: '2026-11-19', to: '2026-11-20' })).toEqual([['19 Nov 2026', '20 Nov 2026']])
})

test('a work order that looks like a status is still a work order', () => {
  expect(read({ field: 'workOrder', from: '', to: 'booked' })).toEqual([['None', 'booked']])
})
