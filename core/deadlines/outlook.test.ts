import { expect, test } from 'vitest'
import { expectedSteps } from './outlook.ts'
import { ruleOf } from './rules.ts'

const england = ruleOf('england-social-1')
const zone = 'Europe/London'

test('a significant hazard has a date for its investigation, and words for what follows from it', () => {
  if (!england) throw new Error('The rule is missing')
  expect(expectedSteps(england, 'significant', '2026-11-12T16:20:00.000Z', zone)).toEqual([
    { step: 'investigate', within: '10 working days after the report', due: '2026-11-26T23:59:59.999Z' },
    { step: 'summary', within: '3 working days after investigating' },
    { step: 'make safe', within: '5 working days after investigating' },
    { step: 'further work', within: '5 working days after investigating, 12 weeks at the latest' },
  ])
})

test('an emergency has both of its 24 hours from the report', () => {
  if (!england) throw new Error('The rule is missing')
  const steps = expectedSteps(england, 'emergency', '2026-11-18T09:22:00.000Z', zone)
  expect(steps.slice(0, 2)).toEqual([
    { step: 'investigate', within: '24 hours after the report', due: '2026-11-19T09:22:00.000Z' },
    { step: 'make safe', within: '24 hours after the report', due: '2026-11-19T09:22:00.000Z' },
  ])
})

test('a hazard that the rule does not cover has no steps', () => {
  const scotland = ruleOf('scotland-private-1')
  if (!scotland) throw new Error('The rule is missing')
  expect(expectedSteps(scotland, 'emergency', '2026-11-18T09:22:00.000Z', zone)).toEqual([])
})
