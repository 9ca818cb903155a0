import { expect, test } from 'vitest'
import type { CompanyPlan } from '#core/company/company.ts'
import { planLabel } from './plan-label.ts'
import { planSentence } from './plan-sentence.ts'

const plan = (standing: CompanyPlan['standing'], businessTier = 4): CompanyPlan => ({
  businessTier: standing === 'trial' ? 1 : businessTier,
  expiryDate: '2026-11-28T15:00:00.000Z',
  standing,
})
const now = '2026-11-20T16:00:00.000Z'
const later = '2026-12-28T16:00:00.000Z'
const zone = 'Europe/London'

test('the menu shows how many days a trial has left, and problems with a plan', () => {
  expect(planLabel(plan('trial'), now)).toEqual({ text: 'Free trial: 8 days left', urgent: false })
  expect(planLabel(plan('trial'), '2026-11-27T16:00:00.000Z')).toEqual({ text: 'Free trial: 1 day left', urgent: true })
  expect(planLabel(plan('trial'), later)).toEqual({ text: 'Free trial has ended', urgent: true })
  expect(planLabel(plan('active'), now)).toEqual({ text: 'Gold plan', urgent: false })
  expect(planLabel(plan('cancelled'), now)).toEqual({ text: 'Gold: 8 days left', urgent: false })
  expect(planLabel(plan('payment failed'), now)).toEqual({ text: 'Gold: payment failed', urgent: true })
})

test("the plans page describes the plan's state in the company's time zone", () => {
  expect(planSentence(plan('trial'), zone, now)).toBe('Your 14-day free trial ends on 28 November 2026, in 8 days.')
  expect(planSentence(plan('trial'), 'Pacific/Auckland', now)).toContain('29 November 2026')
  expect(planSentence(plan('active'), zone, now)).toBe('Your Gold plan renews on 28 November 2026.')
  expect(planSentence(plan('cancelled'), zone, '2026-11-28T10:00:00.000Z')).toBe(
    'Your Gold plan ends on 28 November 2026, within a day, and will not renew.',
  )
  expect(planSentence(plan('payment failed'), zone, now)).toContain('The last payment for Gold failed.')
  expect(planSentence(plan('trial'), zone, later)).toBe(
    'Your 14-day free trial ended on 28 November 2026. You can still read everything and finish work in progress, but new jobs need a plan.',
  )
})
