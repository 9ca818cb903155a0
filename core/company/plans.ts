/** Every price of the product, in pence, for the public pages, the Subscription screen and the payment. */

/** Launch prices are exactly this many percent below list prices. */
export const launchDiscount = 20
export const launchPriceLabel = `Launch price: ${launchDiscount}% under list`

/** The tier of a company on trial. */
export const trialTier = 1

export type PlanTier = 2 | 3 | 4

/** A plan on sale; its price covers the whole period and is paid in advance. */
export type Plan = {
  name: 'Bronze' | 'Silver' | 'Gold'
  tier: PlanTier
  months: 1 | 6 | 12
  /** The length of the period, on a label and after a price. */
  period: 'Monthly' | '6 months' | '12 months'
  every: 'per month' | 'every 6 months' | 'a year'
  /** The price of a period, and its equivalent per month. */
  price: number
  monthlyPrice: number
  listPrice: number
  listMonthlyPrice: number
  /** The saving compared with paying monthly; Bronze has none. */
  discountLabel?: '10% off' | '20% off'
  features: readonly string[]
}

const everyPlan = [
  'Jobs, calendar and parts book',
  'Up to 10 users',
  'Field team on phones, offline too',
  'Full history for every job',
]

const bronze: Plan = {
  name: 'Bronze',
  tier: 2,
  months: 1,
  period: 'Monthly',
  every: 'per month',
  price: 80_00,
  monthlyPrice: 80_00,
  listPrice: 100_00,
  listMonthlyPrice: 100_00,
  features: everyPlan,
}
const silver: Plan = {
  name: 'Silver',
  tier: 3,
  months: 6,
  period: '6 months',
  every: 'every 6 months',
  price: 432_00,
  monthlyPrice: 72_00,
  listPrice: 540_00,
  listMonthlyPrice: 90_00,
  discountLabel: '10% off',
  features: [...everyPlan, 'Saves £48 every 6 months compared with Bronze'],
}
const gold: Plan = {
  name: 'Gold',
  tier: 4,
  months: 12,
  period: '12 months',
  every: 'a year',
  price: 768_00,
  monthlyPrice: 64_00,
  listPrice: 960_00,
  listMonthlyPrice: 80_00,
  discountLabel: '20% off',
  features: [...everyPlan, 'Saves £192 a year compared with Bronze'],
}

/** The three plans, the shortest period first. */
export const plans = [bronze, silver, gold] as const

/** The plan of a tier; undefined for the trial's tier and unknown numbers. */
export const planOfTier = (tier: number): Plan | undefined => plans.find((plan) => plan.tier === tier)

/** A price in pence as shown: '£80', or with pence if there are any. */
export const priceShown = (pence: number) =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP', trailingZeroDisplay: 'stripIfInteger' }).format(
    pence / 100,
  )
