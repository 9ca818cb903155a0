import { expect, test } from 'vitest'
import { launchDiscount, planOfTier, plans, priceShown, trialTier } from './plans.ts'

test('the plans are Bronze monthly at £80, Silver every 6 months at £432, and Gold every 12 months at £768', () => {
  expect(plans.map(({ name, tier, months, price, monthlyPrice }) => [name, tier, months, price, monthlyPrice])).toEqual(
    [
      ['Bronze', 2, 1, 8_000, 8_000],
      ['Silver', 3, 6, 43_200, 7_200],
      ['Gold', 4, 12, 76_800, 6_400],
    ],
  )
})

test('the list prices are £100 monthly, £540 every 6 months, and £960 a year', () => {
  expect(plans.map((plan) => [plan.listPrice, plan.listMonthlyPrice])).toEqual([
    [10_000, 10_000],
    [54_000, 9_000],
    [96_000, 8_000],
  ])
})

test.each(plans)(
  '$name is exactly 20% below its list price',
  ({ price, listPrice, monthlyPrice, listMonthlyPrice }) => {
    expect(price * 100).toBe(listPrice * (100 - launchDiscount))
    expect(monthlyPrice * 100).toBe(listMonthlyPrice * (100 - launchDiscount))
  },
)

test.each(plans)('$name costs its monthly price for each of its months', ({ months, ...plan }) => {
  expect(plan.price).toBe(plan.monthlyPrice * months)
  expect(plan.listPrice).toBe(plan.listMonthlyPrice * months)
})

test.each(plans)(
  '$name states correctly what it saves compared with paying monthly',
  ({ months, price, discountLabel, features }) => {
    const paidMonthly = plans[0].price * months
    const percent = ((paidMonthly - price) * 100) / paidMonthly
    expect(discountLabel).toBe(percent === 0 ? undefined : `${percent}% off`)
    const saving = features.filter((feature) => feature.startsWith('Saves'))
    const period = months === 12 ? 'a year' : `every ${months} months`
    expect(saving).toEqual(
      percent === 0 ? [] : [`Saves ${priceShown(paidMonthly - price)} ${period} compared with Bronze`],
    )
  },
)

test('a plan is found by its tier; the trial is not a plan', () => {
  expect(plans.map((plan) => planOfTier(plan.tier))).toEqual([...plans])
  expect([trialTier, 0, 5, 99, 2.5].map(planOfTier)).toEqual([undefined, undefined, undefined, undefined, undefined])
})

test('a price is shown in pounds, with pence only where there are any', () => {
  expect([80_00, 432_00, 1_000_00, 12_50].map(priceShown)).toEqual(['£80', '£432', '£1,000', '£12.50'])
})
