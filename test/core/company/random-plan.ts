import fc from 'fast-check'
import { canary } from '#test/core/canary.ts'

/** The state of a subscription at the card provider. */
export const plan = (companyId: fc.Arbitrary<string>) =>
  fc.record(
    {
      companyId,
      subscriptionId: fc.constantFrom(`sub_${canary}_1`, `sub_${canary}_2`),
      startedAt: fc.constantFrom('2026-11-19T09:00:00.000Z', '2026-11-19T10:00:00.000Z'),
      businessTier: fc.constantFrom(2 as const, 3 as const, 4 as const),
      paidUntil: fc.constantFrom('2026-12-19T09:00:00.000Z', '2027-01-19T09:00:00.000Z'),
      standing: fc.constantFrom('active' as const, 'payment failed' as const, 'cancelled' as const),
      cause: fc.constant(`evt_${canary}`),
    },
    { requiredKeys: ['companyId', 'subscriptionId', 'startedAt', 'businessTier', 'standing', 'cause'] },
  )
