import { expect, test } from 'vitest'
import { deliveryIdOf } from './queue-deliveries.ts'

const webhook = { webhookId: '0193a5f0-2eac-7000-8000-000000000001' }
const event = { seq: 7, recordedAt: '2026-11-20T10:42:00.000Z' }

test('a delivery has the same id each time, and another for an event that got a lost one’s seq after a restore', () => {
  const first = deliveryIdOf(webhook, event)
  expect(deliveryIdOf(webhook, { ...event })).toBe(first)
  expect(deliveryIdOf(webhook, { ...event, recordedAt: '2026-11-21T09:00:00.000Z' })).not.toBe(first)
  expect(deliveryIdOf(webhook, { ...event, seq: 8 })).not.toBe(first)
})
