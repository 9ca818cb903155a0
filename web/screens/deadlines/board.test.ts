import { expect, test } from 'vitest'
import type { Deadline, Duty } from '#core/job/duties/duty.ts'
import type { DeadlineJob } from '#core/wire/jobs/deadlines.ts'
import { isNear } from '#web/features/deadlines/is-near.ts'
import { boardAddressOf, boardViewIn } from './board-address.ts'
import { cardsOf, choicesOf, isShown, nobody, serviceLevels } from './board-cards.ts'

const now = '2026-11-20T10:42:00.000Z'
const zone = 'Europe/London'
const all = boardViewIn(new URLSearchParams())
const deadline = (step: Deadline['step'], due: string): Deadline => ({ step, from: 'aware', startedAt: now, due })
const duty = (over: Partial<Duty>): Duty => ({ dutyId: 'd', awareAt: now, deadlines: [], ...over })
const job = (apartmentName: string, duties: Duty[], over: Partial<DeadlineJob> = {}): DeadlineJob => ({
  ...{ jobId: apartmentName, jobRef: '00001', apartmentName, agency: 'Aire Valley Homes', assignedTo: [], duties },
  ...over,
})

const met = { at: now, by: 'tom', proof: 'visit', note: '' } as const
const jobs = [
  job('7 Kestrel Mews', [
    duty({
      hazard: 'electrical',
      deadlines: [
        { ...deadline('investigate', '2026-11-20T09:22:00.000Z'), met },
        deadline('summary', '2026-11-24T23:59:59.999Z'),
        deadline('make safe', '2026-11-20T09:22:00.000Z'),
      ],
    }),
  ]),
  job(
    '12 Foundry Row',
    [
      duty({
        level: { levelId: 'l', name: 'Urgent', limit: { amount: 24, unit: 'hours' } },
        deadlines: [deadline('finish', '2026-11-20T22:10:00.000Z')],
      }),
    ],
    { agency: 'calder housing', assignedTo: ['tom'] },
  ),
]
const cards = cardsOf(jobs, now, zone)

test('each open deadline has a card, in the order of their times and in the column of its day', () => {
  expect(cards.map((one) => [one.job.apartmentName, one.deadline.step, one.column])).toEqual([
    ['7 Kestrel Mews', 'make safe', 'overdue'],
    ['12 Foundry Row', 'finish', 'today'],
    ['7 Kestrel Mews', 'summary', 'week'],
  ])
})

test('cards are filtered by agency, hazard and person, which there are on the board', () => {
  const sitesFor = (view: Partial<typeof all>) => [
    ...new Set(cards.filter((one) => isShown(one, { ...all, ...view })).map((one) => one.job.apartmentName)),
  ]
  expect(sitesFor({})).toEqual(['7 Kestrel Mews', '12 Foundry Row'])
  expect(sitesFor({ agency: 'Calder Housing' })).toEqual(['12 Foundry Row'])
  expect(sitesFor({ hazard: 'electrical' })).toEqual(['7 Kestrel Mews'])
  expect(sitesFor({ hazard: serviceLevels })).toEqual(['12 Foundry Row'])
  expect(sitesFor({ person: 'tom' })).toEqual(['12 Foundry Row'])
  expect(sitesFor({ person: nobody })).toEqual(['7 Kestrel Mews'])
  expect(choicesOf(cards)).toEqual({
    agencies: ['Aire Valley Homes', 'calder housing'],
    hazards: ['electrical', serviceLevels],
    people: ['tom'],
    hasUnassigned: true,
  })
})

test('the view is in the address, as short as it can be', () => {
  const view = { agency: 'Calder', hazard: '', person: nobody, column: 'week' } as const
  expect(boardAddressOf(view).toString()).toBe('agency=Calder&person=nobody&due=week')
  expect(boardViewIn(boardAddressOf(view))).toEqual(view)
  expect(boardViewIn(new URLSearchParams('due=never')).column).toBe('')
})

test('what is due on the next working day is marked as near over a weekend, and what is due the day after is not', () => {
  const days = { zone, holidays: 'england-and-wales' as const }
  const since = (due: string) => ({ ...deadline('summary', due), startedAt: '2026-11-12T16:20:00.000Z' })
  expect(isNear(since('2026-11-23T23:59:59.999Z'), now, days)).toBe(true)
  expect(isNear(since('2026-11-24T23:59:59.999Z'), now, days)).toBe(false)
})
