import { expect, test } from 'vitest'
import { idOf } from '#test/core/given-when-then.ts'
import { landlordAddresses } from './landlord-addresses.ts'
import type { SiteContact } from './site.ts'

let nth = 0
const contact = (role: SiteContact['role'], name: string, email: string, days: Partial<SiteContact> = {}) => {
  nth += 1
  return { contactId: idOf('c', nth), role, name, telephone: '', email, ...days }
}
const today = '2026-11-20'
const namesOf = (...contacts: SiteContact[]) => landlordAddresses({ contacts }, today).map(({ name }) => name)

test('proof goes to a site’s landlord, or its agent, and to nobody else', () => {
  const agent = contact('agent', 'Bright Oak', 'lettings@brightoak.example.com')
  const landlord = contact('landlord', 'Mrs Calder', 'calder@example.com')
  const other = contact('other', 'The concierge', 'desk@example.com')
  expect(namesOf(agent, other, landlord)).toEqual(['Mrs Calder', 'Bright Oak'])
})

test('somebody without an address, of earlier or of later years is not offered, and the same address once', () => {
  expect(
    namesOf(
      contact('landlord', 'By letter only', ''),
      contact('landlord', 'No address', 'calder at example'),
      contact('landlord', 'Earlier', 'earlier@example.com', { until: '2026-11-19' }),
      contact('landlord', 'Later', 'later@example.com', { from: '2026-11-21' }),
      contact('landlord', 'From today', 'office@example.com', { from: today }),
      contact('agent', 'The same office', 'Office@Example.com'),
    ),
  ).toEqual(['From today'])
})
