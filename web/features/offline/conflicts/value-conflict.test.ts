import { expect, test } from 'vitest'
import type { ValueConflict } from '#core/history/value-conflict.ts'
import type { DeviceCommand } from '#core/prediction/subjects.ts'
import type { Entry } from '#web/sync/outbox/outbox.ts'
import { valueQuestion } from './value-conflict.ts'

const [jobId, priya, tom] = ['j', 'priya', 'tom']
const entry = (command: DeviceCommand): Entry => ({
  commandId: 'c',
  happenedAt: '2026-11-20T10:02:00.000Z',
  command,
  events: [],
  state: 'refused',
})
const asking = {
  zone: 'Europe/London',
  nameOf: (id = '') => ({ [priya]: 'priya.nair', [tom]: 'tom.okafor' })[id] ?? 'The office',
}
const year = new Date().getFullYear()
const met = (differences: ValueConflict['differences']): ValueConflict => ({
  differences,
  actorId: priya,
  at: '2026-11-20T10:05:00.000Z',
})

test('the deletion of a visit that was moved asks whether the visit stays, and says where it is now', () => {
  const now = met([
    { field: 'jobStart', to: `${year}-11-24T14:00:00.000Z` },
    { field: 'jobEnd', to: `${year}-11-24T16:00:00.000Z` },
    { field: 'assignedTo', to: [tom] },
  ])
  const question = valueQuestion(now, entry({ type: 'DeleteBooking', data: { jobId } }), asking)
  expect(question?.text).toMatch(
    /^You deleted the visit at 10:02\. priya\.nair set it to \w{3} 24 Nov, 14:00–16:00, tom\.okafor at 10:05, which stands\.$/,
  )
  expect(question?.about).toBe('You both changed the visit')
  expect(question?.answers).toMatchObject([
    { name: 'Take theirs', title: expect.stringMatching(/14:00–16:00/), detail: 'priya.nair, 10:05 · stands now' },
    { name: 'Keep mine', title: 'No visit', detail: 'You, 10:02' },
  ])
})

test('a value that met another one is asked about with both', () => {
  const visits = met([{ field: 'nextVisitHours', from: 3, to: 2 }])
  const data = { jobId, nextVisitHours: 3, nextVisitPeople: 1 } as const
  expect(valueQuestion(visits, entry({ type: 'SetNextVisit', data }), asking)).toMatchObject({
    text: 'You set the next visit to 3 hours at 10:02. priya.nair set it to 2 hours at 10:05, which stands.',
    about: 'You both set the next visit',
    answers: [{ title: '2 hours' }, { title: '3 hours' }],
  })
})

test.each([
  [[{ field: 'invoice', from: 'INV-3', to: 'INV-2' }], 'the invoice number', 'INV-3', 'INV-2'],
  [[{ field: 'invoiceVat', from: '', to: 'exempt' }], 'the VAT of the invoice', 'The company’s rate', 'Exempt, no VAT'],
  [
    [
      { field: 'invoice', from: 'INV-3', to: 'INV-2' },
      { field: 'invoiceVat', from: '', to: 'exempt' },
    ],
    ...['the invoice', 'INV-3, The company’s rate', 'INV-2, Exempt, no VAT'],
  ],
] as const)(
  'an invoice that met another one is asked about with what differs: %o',
  (differences, what, mine, theirs) => {
    const data = { jobId, warning: 'invoiced', invoice: 'INV-3' } as const
    expect(valueQuestion(met([...differences]), entry({ type: 'ChangeWarning', data }), asking)).toMatchObject({
      text: `You set ${what} to ${mine} at 10:02. priya.nair set it to ${theirs} at 10:05, which stands.`,
      about: `You both set ${what}`,
      answers: [{ title: theirs }, { title: mine }],
    })
  },
)
