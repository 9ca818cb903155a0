import { expect, test } from 'vitest'
import type { Command } from '#core/ledger/ledger.ts'
import { dana, given, jobId, priya } from '#test/core/given-when-then.ts'
import { created, tap } from '#test/core/job-events.ts'
import type { CompanyPlan } from './company.ts'
import { daysLeft, graceDays, hasEnded, planToBuy } from './plan-rules.ts'

const expiryDate = '2026-12-03T08:00:00.000Z'
const plan = (standing: CompanyPlan['standing'], businessTier = 2): CompanyPlan => ({
  businessTier: standing === 'trial' ? 1 : businessTier,
  expiryDate,
  standing,
})
const createJob: Command = {
  type: 'CreateJob',
  data: { jobId, apartmentName: '14 Marlowe Court', createdAt: '2026-11-19', tasks: [tap] },
}

test.each(['trial', 'cancelled'] as const)('a plan that is %s ends exactly at its end', (standing) => {
  expect(hasEnded(plan(standing), '2026-12-03T07:59:59.999Z')).toBe(false)
  expect(hasEnded(plan(standing), expiryDate)).toBe(true)
})

test.each(['active', 'payment failed'] as const)(
  'a plan that is %s renews automatically, with three days of grace',
  (standing) => {
    expect(graceDays).toBe(3)
    expect(hasEnded(plan(standing), '2026-12-06T07:59:59.999Z')).toBe(false)
    expect(hasEnded(plan(standing), '2026-12-06T08:00:00.000Z')).toBe(true)
  },
)

test('the days left include today, and are never below zero', () => {
  expect(daysLeft({ expiryDate }, '2026-11-25T09:00:00.000Z')).toBe(8)
  expect(daysLeft({ expiryDate }, '2026-12-03T07:00:00.000Z')).toBe(1)
  expect(daysLeft({ expiryDate }, '2026-12-09T07:00:00.000Z')).toBe(0)
})

test('a new job is refused after the trial or the plan has ended', () => {
  const now = '2026-12-07T08:00:00.000Z'
  const rest = 'Choose a plan to create new jobs. You can still see your data and finish work in progress.'
  given()
    .when(createJob, priya, { plan: plan('trial'), now })
    .refuses(`Your free trial has ended. ${rest}`)
  given()
    .when(createJob, dana, { plan: plan('active'), now })
    .refuses(`Your Bronze plan has ended. ${rest}`)
  given()
    .when(createJob, priya, { plan: plan('trial'), now: '2026-12-01T08:00:00.000Z' })
    .gives(created({ ...tap, status: 'not completed' }))
})

test('existing jobs can be worked on after the plan has ended', () => {
  const facts = { plan: plan('trial'), now: '2027-01-01T00:00:00.000Z' }
  given(created({ ...tap, status: 'not completed' }))
    .when({ type: 'AddNote', data: { jobId, noteId: jobId, note: 'Still here' } }, priya, facts)
    .gives({ type: 'NoteAdded', data: { noteId: jobId, note: 'Still here' } })
})

test('only the owner buys, only a plan that exists, and not one that already renews automatically', () => {
  const now = '2026-12-01T08:00:00.000Z'
  const outcome = (have: CompanyPlan, tier: number, role: 'owner' | 'admin' | 'team' = 'owner', at = now) => {
    const plan = planToBuy(have, tier, role, at)
    return 'refused' in plan ? plan.error : plan.name
  }
  expect([2, 3, 4].map((tier) => outcome(plan('trial'), tier))).toEqual(['Bronze', 'Silver', 'Gold'])
  expect([0, 1, 5, 99].map((tier) => outcome(plan('trial'), tier))).toEqual(Array(4).fill('There is no such plan.'))
  expect((['admin', 'team'] as const).map((role) => outcome(plan('trial'), 2, role))).toEqual(
    Array(2).fill('Only the owner may do this.'),
  )
  expect(outcome(plan('active'), 2)).toBe('You are already on the Bronze plan.')
  expect(outcome(plan('active'), 4)).toBe('Gold')
  expect(outcome(plan('cancelled'), 2)).toBe('Bronze')
  expect(outcome(plan('payment failed'), 2)).toBe('Bronze')
  expect(outcome(plan('active'), 2, 'owner', '2027-01-01T00:00:00.000Z')).toBe('Bronze')
})
