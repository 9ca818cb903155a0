import { expect, test } from 'vitest'
import { idOf } from '#test/core/given-when-then.ts'
import { tenantsToCall } from './tenants-to-call.ts'

let nth = 0
const tenant = (name: string, telephone: string, days: { from?: string; until?: string } = {}) => {
  nth += 1
  return { contactId: idOf('e', nth), name, telephone, ...days }
}
const today = '2026-11-20'

test('the tenants of the day are called who have a telephone number, the first of them first', () => {
  const tenants = [
    tenant('Earlier', '07700 900140', { until: '2026-11-19' }),
    tenant('No number', ''),
    tenant('Until today', '07700 900141', { until: today }),
    tenant('From today', '07700 900142', { from: today }),
    tenant('Later', '07700 900143', { from: '2026-11-21' }),
  ]
  expect(tenantsToCall({ tenants }, today).map(({ name }) => name)).toEqual(['Until today', 'From today'])
  expect(tenantsToCall({ tenants: [] }, today)).toEqual([])
})
