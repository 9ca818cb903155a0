import { expect, test } from 'vitest'
import type { TenantWay } from '#core/company/tenant-rule.ts'
import { whyNotTold } from './why-not-told.ts'

type Case = { email?: boolean; mobile?: boolean; refuses?: TenantWay[]; ways: TenantWay[] }
const why = ({ email = true, mobile = true, refuses, ways }: Case) =>
  whyNotTold(
    {
      contactId: '0193a5f0-0e01-7a00-8000-000000000001',
      name: 'Amara Bello',
      hasEmail: email,
      texts: mobile ? 'yes' : 'no-number',
      ...(refuses ? { refuses } : {}),
    },
    ways,
  )
const both: TenantWay[] = ['email', 'text']

test('a tenant whom the rule reaches by any way is not named, nor is anybody where nothing is told', () => {
  expect(why({ ways: both })).toBeUndefined()
  expect(why({ ways: both, refuses: ['text'] })).toBeUndefined()
  expect(why({ ways: ['email'], mobile: false, refuses: ['text'] })).toBeUndefined()
  expect(why({ ways: [], email: false, mobile: false })).toBeUndefined()
})

test('the office reads what is missing, and what the tenant asked not to get', () => {
  expect(why({ ways: both, email: false, mobile: false })).toBe(
    'No email or mobile number for the tenant Amara Bello: nothing is sent automatically.',
  )
  expect(why({ ways: ['text'], refuses: ['text'] })).toBe(
    'Amara Bello asked for no texts: nothing is sent automatically.',
  )
  expect(why({ ways: both, refuses: ['email', 'text'] })).toBe(
    'Amara Bello asked for no emails or texts: nothing is sent automatically.',
  )
  expect(why({ ways: both, refuses: ['text'], email: false })).toBe(
    'Amara Bello asked for no texts and has no email: nothing is sent automatically.',
  )
})
