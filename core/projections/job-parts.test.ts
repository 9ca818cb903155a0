import { expect, test } from 'vitest'
import type { Event } from '#core/ledger/ledger.ts'
import { idOf, recorded } from '#test/core/given-when-then.ts'
import { type JobParts, partsOfJobs } from './job-parts.ts'

const [tray, tap] = [idOf('e', 1), idOf('e', 2)]
const added = (jobId: string): Event => ({
  type: 'PartAdded',
  data: {
    name: 'Shower tray',
    reference: '',
    site: '',
    jobId,
    category: '',
    purchaseDate: '2026-11-16',
    expectedDelivery: '2026-11-20',
    link: '',
    notes: '',
    status: 'waiting',
  },
})

test('a job lists every part that was ever ordered for it, once', () => {
  const of = (streamId: string, event: Event) => recorded(event).map((one) => ({ ...one, streamId }))
  const events = [
    ...of(tray, added('00213')),
    ...of(tap, added('00214')),
    ...of(tap, { type: 'PartChanged', data: { jobId: '00213' } }),
    ...of(tray, { type: 'PartChanged', data: { jobId: '00213', name: 'Tray' } }),
    ...of(tray, { type: 'PartChanged', data: { jobId: '' } }),
    ...of(tray, { type: 'PartDeleted', data: {} }),
  ]
  const row = (number: string) =>
    events.filter((one) => partsOfJobs.key(one) === number).reduce<JobParts | undefined>(partsOfJobs.fold, undefined)
  expect(row('00213')).toEqual({ partIds: [tray, tap] })
  expect(row('00214')).toEqual({ partIds: [tap] })
  expect(events.map((one) => partsOfJobs.key(one))).toEqual(['00213', '00214', '00213', '00213', undefined, undefined])
})
