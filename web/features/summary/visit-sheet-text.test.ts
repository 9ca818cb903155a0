import { beforeEach, expect, test, vi } from 'vitest'
import type { Job } from '#core/job/job.ts'
import { visible } from '#core/model/access.ts'
import { factsOf, sheetText, visitOf } from './visit-sheet-text.ts'

// Days of the present year are written without it.
beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-20T09:00:00Z'), toFake: ['Date'] }))

const [dana, tom, tap, bath] = ['dana', 'tom', 'tap', 'bath']
const job: Job = {
  jobId: 'job',
  jobRef: '00213',
  apartmentName: '14 Marlowe Court',
  createdAt: '2026-11-19',
  jobStatus: 'booked',
  warning: '',
  jobPriority: 1,
  jobStart: '2026-11-20T09:00:00.000Z',
  jobEnd: '2026-11-20T11:00:00.000Z',
  access: 'Keys with concierge',
  assignedTo: [tom],
  jobDescriptions: [
    { taskId: tap, description: 'Replace mixer tap', status: 'completed', ready: false },
    { taskId: bath, description: 'Reseal bath', status: 'not completed', ready: true },
  ],
  extraNotes: [
    { noteId: 'n', note: 'No answer', userId: tom, userRole: 'team', timestamp: '2026-11-19T14:01:00.000Z' },
  ],
  images: [],
  nextVisitHours: 2,
  nextVisitPeople: 1,
  lastModified: '2026-11-19T14:01:00.000Z',
  version: 42,
  office: {
    createdBy: dana,
    workOrder: 'WO-88209',
    agency: 'bright oak lettings',
    receivedBy: 'Front Desk',
    invoice: '',
    prices: { [tap]: 8500 },
  },
}
const signed: Job = {
  ...job,
  signatures: [
    {
      signatureId: 's',
      name: 'Amy Sutcliffe',
      signer: 'tenant',
      strokes: '10,20,0 30,5,16',
      digest: 'ab'.repeat(32),
      signedFor: ['Replace mixer tap'],
      userId: tom,
      userRole: 'team',
      timestamp: '2026-11-20T12:36:00.000Z',
    },
  ],
}
const names: Record<string, string> = { dana: 'dana.whitfield', tom: 'tom.okafor' }
const reading = {
  company: 'Harrow & Pike',
  contact: [],
  zone: 'Europe/London',
  nameOf: (userId: string) => names[userId] ?? '',
  doneAt: new Map([[tap, '2026-11-19T16:00:00.000Z']]),
}

test('the office copy has prices, the total, and where the job came from', () => {
  expect(sheetText(job, reading)).toBe(
    `Harrow & Pike: visit sheet, job 00213, office copy

14 Marlowe Court
Friday 20 November 2026, 09:00 to 11:00
Booked, No Warning

Team: tom.okafor
Access: Keys with concierge
Agency: Bright Oak Lettings
Work Order: WO-88209
Received By: Front Desk
Created: 19 Nov 2026 by dana.whitfield
Invoice: Not invoiced
Next visit: 2 hours, 1 person

Tasks
- Replace mixer tap: Completed, £85.00
- Reseal bath: Not completed, ready, —
Total cost: £85.00 (1 of 2 completed)

Comments
- tom.okafor, Thu 19 Nov, 14:01: No answer`,
  )
})

test('a sheet of a job with older comments says which it has', () => {
  const sheet = sheetText({ ...job, olderNotes: 69 }, reading)
  expect(sheet).toContain('Comments (the last 1 of 70)\n- tom.okafor')
})

test("the team's copy has none of it", () => {
  const text = sheetText(visible('team', job), reading)
  expect(text).toContain('- Replace mixer tap: Completed 19 Nov')
  expect(text).toContain('- Reseal bath: Not completed, ready')
  expect(text).not.toMatch(/£|office|agency|oak|order|88209|received|desk|created|dana|invoice|total/i)
  expect(factsOf(visible('team', job), reading).map(([name]) => name)).toEqual(['Team', 'Access', 'Next visit'])
})

test('a visit over midnight names both days, and a missing booking is stated', () => {
  expect(visitOf({ ...job, jobEnd: '2026-11-21T01:30:00.000Z' }, 'Europe/London')).toBe(
    'Friday 20 November 2026, 09:00 to Saturday 21 November 2026, 01:30',
  )
  const { jobStart: _, jobEnd: _end, ...unbooked } = job
  expect(visitOf(unbooked, 'Europe/London')).toBe('Not scheduled')
})

test('the sheet says who signed, as whom, when, and who took the signature', () => {
  expect(sheetText(signed, reading)).toContain(`Signatures
- Amy Sutcliffe, tenant: Signed Fri 20 Nov, 12:36, taken by tom.okafor`)
})
