import { expect, test } from 'vitest'
import type { Law } from '#core/deadlines/values.ts'
import type { Deadline, Duty } from '#core/job/duties/duty.ts'
import { clocksOf } from './clocks.ts'

const zone = 'Europe/London'
const law = 'england-social'
const now = '2026-11-20T10:42:00.000Z'
const awareAt = '2026-11-18T09:22:00.000Z'
const clock = (step: Deadline['step'], due: string, over: Partial<Deadline> = {}): Deadline => ({
  ...{ step, from: 'aware', startedAt: awareAt, due },
  ...over,
})
const electrical: Duty = {
  dutyId: 'one',
  awareAt,
  hazard: 'electrical',
  severity: 'emergency',
  rule: 'england-social-1',
  deadlines: [
    clock('make safe', '2026-11-19T09:22:00.000Z', { missedAt: '2026-11-19T09:22:00.000Z' }),
    clock('investigate', '2026-11-19T09:22:00.000Z', {
      met: { at: '2026-11-18T15:10:00.000Z', by: 'jack', proof: 'visit', note: '', found: 'emergency' },
    }),
    clock('summary', '2026-11-23T23:59:59.999Z'),
  ],
}
const said = { userId: 'priya', timestamp: now }

test('a pack has each deadline with its rule, how it stood and why, as the office explained it', () => {
  const explanations = [
    { step: 'make safe' as const, reason: 'First electrician did not come', ...said },
    { reason: 'Tenant stays with her sister', ...said },
  ]
  const [one] = clocksOf(
    {
      duties: [electrical],
      office: { ...emptyOffice, duties: { one: { explanations, offers: [], summaries: [] } } },
    },
    now,
    { zone, law },
  )
  expect(one?.name).toBe('Electrical, emergency')
  expect(one?.rule).toMatch(/^England, social housing, version 1, in force since Mon 27 Oct 2025: Hazards in Social/)
  expect(
    one?.clocks.map(({ step, standing, reasons }) => [step, standing.isMet, standing.isLate, reasons.length]),
  ).toEqual([
    ['make safe', false, true, 1],
    ['investigate', true, false, 0],
    ['summary', false, false, 0],
  ])
  expect(one?.reasons.map((each) => each.reason)).toEqual(['Tenant stays with her sister'])
})

test('what ended counts as over, and a service level names its promise', () => {
  const level = { levelId: 'l', name: 'Urgent', limit: { amount: 24, unit: 'hours' } } as const
  const ended = { ending: 'recorded by mistake', at: now } as const
  const duties = [{ dutyId: 'two', awareAt, level, ended, deadlines: [clock('finish', '2026-11-19T09:22:00.000Z')] }]
  const [one] = clocksOf({ duties }, now, { zone, law })
  expect(one).toMatchObject({ name: 'Service level: Urgent', rule: 'The company\u2019s own promise: 24 hours.' })
  expect(one?.clocks.map(({ isOver }) => isOver)).toEqual([true])
})

test('the working days of a service level leave out the bank holidays that it was started with, or else those of the law', () => {
  const level = { levelId: 'l', name: 'Routine', limit: { amount: 5, unit: 'working days' } } as const
  const recorded: Duty = {
    ...{ dutyId: 'two', awareAt, level, holidays: 'scotland' },
    // St Andrew's Day, 30 November, is a bank holiday in Scotland alone.
    deadlines: [clock('finish', '2026-12-02T23:59:59.999Z')],
  }
  const { holidays: _, ...unrecorded } = recorded
  const left = (duty: Duty, under: Law) =>
    clocksOf({ duties: [duty] }, '2026-11-27T10:00:00.000Z', { zone, law: under })[0]?.clocks[0]?.standing.words
  expect(left(recorded, 'england-social')).toBe('2 working days left')
  expect(left(unrecorded, 'scotland-private')).toBe('2 working days left')
  expect(left(unrecorded, 'england-social')).toBe('3 working days left')
})

const emptyOffice = { prices: {}, workOrder: '', agency: '', receivedBy: '', createdBy: 'priya', invoice: '' }
