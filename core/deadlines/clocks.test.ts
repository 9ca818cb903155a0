import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wallClock } from '#core/time/wall-clock.ts'
import { type Clock, clockOfLevel, clocksAtConclusion, clocksAtReport } from './clocks.ts'
import { covers, firstRuleFor, ruleInForce, ruleOf, rules } from './rules.ts'
import { standingOf } from './standing.ts'
import { hazards, laws, severities } from './values.ts'

const zone = 'Europe/London'
const england = ruleOf('england-social-1') ?? expect.fail()
/** Each step with the day and time when it is due; an outer limit follows in brackets. */
const words = (clocks: readonly Clock[]) =>
  clocks.map(({ step, due, latest }) => [step, local(due), ...(latest ? [`(${local(latest)})`] : [])].join(' '))
const local = (instant: string) => Object.values(wallClock(instant, zone)).join(' ').replace(' 23:59', '')
const concluded = (recordedAs: 'emergency' | 'significant', awareAt: string, investigatedAt: string) => ({
  hazard: 'damp and mould' as const,
  recordedAs,
  found: recordedAs,
  awareAt,
  investigatedAt,
})

test.each(['2026-12-18T10:00:00.000Z', '2026-12-19T10:00:00.000Z'])(
  'the worked example over Christmas: aware %s, investigated on 6 January',
  (awareAt) => {
    expect(words(clocksAtReport(england, 'significant', awareAt, zone))).toEqual(['investigate 2027-01-06'])
    const conclusion = concluded('significant', awareAt, '2027-01-06T15:00:00.000Z')
    expect(words(clocksAtConclusion(england, conclusion, zone))).toEqual([
      'make safe 2027-01-13',
      'summary 2027-01-11',
      'further work 2027-01-13 (2027-03-31)',
    ])
  },
)

test('damp and mould reported on Thursday 12 November 2026 and investigated on the 18th', () => {
  const awareAt = '2026-11-12T16:20:00.000Z'
  expect(words(clocksAtReport(england, 'significant', awareAt, zone))).toEqual(['investigate 2026-11-26'])
  const conclusion = concluded('significant', awareAt, '2026-11-18T11:30:00.000Z')
  expect(words(clocksAtConclusion(england, conclusion, zone))).toEqual([
    'make safe 2026-11-25',
    'summary 2026-11-23',
    'further work 2026-11-25 (2027-02-10)',
  ])
})

test('an emergency is investigated and made safe within 24 hours of awareness; the milder reading is beside it', () => {
  const awareAt = '2026-11-19T09:22:00.000Z'
  expect(words(clocksAtReport(england, 'emergency', awareAt, zone))).toEqual([
    'investigate 2026-11-20 09:22',
    'make safe 2026-11-20 09:22',
  ])
  expect(words(clocksAtConclusion(england, concluded('emergency', awareAt, '2026-11-19T15:10:00.000Z'), zone))).toEqual(
    ['make safe 2026-11-20 09:22 (2026-11-20 15:10)', 'summary 2026-11-24', 'further work 2026-11-26 (2027-02-11)'],
  )
})

test('an emergency found by a standard investigation must be made safe within 24 hours of it', () => {
  const conclusion = {
    ...concluded('significant', '2026-11-12T16:20:00.000Z', '2026-11-18T11:30:00.000Z'),
    found: 'emergency' as const,
  }
  expect(words(clocksAtConclusion(england, conclusion, zone))).toEqual([
    'make safe 2026-11-19 11:30',
    'summary 2026-11-23',
    'further work 2026-11-25 (2027-02-10)',
  ])
})

test('an investigation that finds no hazard owes a written summary and nothing else', () => {
  for (const recordedAs of severities) {
    const conclusion = {
      ...concluded(recordedAs, '2026-11-12T16:20:00.000Z', '2026-11-13T11:30:00.000Z'),
      found: 'no hazard' as const,
    }
    expect(words(clocksAtConclusion(england, conclusion, zone))).toEqual(['summary 2026-11-18'])
  }
})

test('what the rule does not cover owes a written summary and nothing else', () => {
  const conclusion = {
    ...concluded('emergency', '2026-11-12T16:20:00.000Z', '2026-11-13T11:30:00.000Z'),
    hazard: 'falls' as const,
    found: 'significant' as const,
  }
  expect(words(clocksAtConclusion(england, conclusion, zone))).toEqual(['summary 2026-11-18'])
})

test('a Scottish landlord leaves out Scotland’s holidays, and finishes repairs in social housing in 20 working days', () => {
  const scotland = ruleOf('scotland-social-1') ?? expect.fail()
  const awareAt = '2026-11-20T10:00:00.000Z'
  expect(words(clocksAtReport(scotland, 'significant', awareAt, zone))).toEqual(['investigate 2026-12-07'])
  expect(
    words(clocksAtConclusion(scotland, concluded('significant', awareAt, '2026-12-07T10:00:00.000Z'), zone)),
  ).toEqual(['summary 2026-12-10', 'further work 2026-12-14', 'repair 2027-01-08'])
  const privately = ruleOf('scotland-private-1') ?? expect.fail()
  expect(privately.bySeverity.significant?.steps.map((one) => one.step)).not.toContain('repair')
})

test('an emergency that is found under a law without emergencies has the clocks of the hazard that was recorded', () => {
  const awareAt = '2026-11-20T10:00:00.000Z'
  const recorded = concluded('significant', awareAt, '2026-12-07T10:00:00.000Z')
  for (const ruleId of ['scotland-social-1', 'scotland-private-1']) {
    const rule = ruleOf(ruleId) ?? expect.fail()
    const found = clocksAtConclusion(rule, { ...recorded, found: 'emergency' }, zone)
    expect(words(found)).toContain('further work 2026-12-14')
    expect(found).toEqual(clocksAtConclusion(rule, recorded, zone))
  }
})

test('the rule is the one in force on the day of the report, and none before the law began', () => {
  expect(ruleInForce('england-social', '2025-10-26')).toBeUndefined()
  expect(ruleInForce('england-social', '2025-10-27')?.ruleId).toBe('england-social-1')
  expect(ruleInForce('england-social', '2026-11-29')?.ruleId).toBe('england-social-1')
  expect(ruleInForce('england-social', '2026-11-30')?.ruleId).toBe('england-social-2')
  expect(ruleInForce('scotland-social', '2026-10-05')).toBeUndefined()
  expect(firstRuleFor('england-social', 'significant', 'falls')?.inForce).toBe('2026-11-30')
  expect(firstRuleFor('england-social', 'emergency', 'falls')?.inForce).toBe('2025-10-27')
  expect(firstRuleFor('scotland-social', 'emergency', 'damp and mould')).toBeUndefined()
})

test('a rule has an id of its own, versions count up with the days in force, and later ones cover no less', () => {
  expect(new Set(rules.map((one) => one.ruleId)).size).toBe(rules.length)
  for (const law of laws) {
    const versions = rules.filter((one) => one.law === law)
    expect(versions.map((one) => one.version)).toEqual(versions.map((_, index) => index + 1))
    expect(versions.map((one) => one.inForce)).toEqual(versions.map((one) => one.inForce).toSorted())
    for (const [index, later] of versions.slice(1).entries())
      for (const severity of severities)
        for (const hazard of hazards) {
          const earlier = versions[index] ?? expect.fail()
          if (covers(earlier, severity, hazard)) expect(covers(later, severity, hazard)).toBe(true)
        }
  }
})

test('a service level of the company counts in hours or in working days', () => {
  const days = { zone, holidays: 'england-and-wales' } as const
  const urgent = clockOfLevel({ amount: 24, unit: 'hours' }, '2026-12-24T17:00:00.000Z', days)
  expect(words([urgent])).toEqual(['finish 2026-12-25 17:00'])
  const routine = clockOfLevel({ amount: 5, unit: 'working days' }, '2026-12-24T17:00:00.000Z', days)
  expect(words([routine])).toEqual(['finish 2027-01-05'])
})

test('whatever the rule and the times, a clock ends after its start, and never after its outer limit', () => {
  const instants = fc
    .integer({ min: Date.UTC(2026, 9, 6), max: Date.UTC(2028, 3, 1) })
    .map((time) => new Date(time).toISOString())
  fc.assert(
    fc.property(
      fc.constantFrom(...rules),
      fc.constantFrom(...severities),
      fc.constantFrom('emergency', 'significant', 'no hazard' as const),
      instants,
      fc.nat(30 * 86_400_000),
      (rule, recordedAs, found, awareAt, taken) => {
        const investigatedAt = new Date(Date.parse(awareAt) + taken).toISOString()
        const clocks = [
          ...clocksAtReport(rule, recordedAs, awareAt, zone),
          ...clocksAtConclusion(rule, { hazard: 'damp and mould', recordedAs, found, awareAt, investigatedAt }, zone),
        ]
        for (const { startedAt, due, latest } of clocks) {
          expect(due > startedAt).toBe(true)
          if (latest) expect(latest >= due).toBe(true)
        }
      },
    ),
    { numRuns: 300 },
  )
})

test('how a deadline stands is told in working days, and within a day in hours and minutes', () => {
  const days = { zone, holidays: 'england-and-wales' } as const
  const at = (due: string, now: string, metAt?: string) => standingOf({ due, metAt }, now, days).words
  const now = '2026-11-20T10:42:00.000Z'
  expect(at('2026-11-23T23:59:59.999Z', now)).toBe('1 working day left')
  expect(at('2026-11-25T23:59:59.999Z', now)).toBe('3 working days left')
  expect(at('2026-11-20T22:10:00.000Z', now)).toBe('11 h 28 min left')
  expect(at('2026-11-20T09:22:00.000Z', now)).toBe('1 h 20 min late')
  expect(at('2026-11-19T23:59:59.999Z', now)).toBe('1 working day late')
  expect(at('2026-11-26T23:59:59.999Z', now, '2026-11-18T11:30:00.000Z')).toBe('6 working days early')
  expect(at('2026-11-20T09:22:00.000Z', now, '2026-11-20T09:22:30.000Z')).toBe('1 min late')
  expect(at('2026-11-20T23:59:59.999Z', '2026-11-21T09:00:00.000Z')).toBe('9 h late')
  expect(standingOf({ due: now }, now, days)).toMatchObject({ isLate: false, isMet: false })
})
