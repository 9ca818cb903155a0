import { pino } from 'pino'
import { Registry } from 'prom-client'
import { expect, test, vi } from 'vitest'
import { openSetbacks } from '#api/services/setbacks.ts'
import { type DueWork, startDueWork } from './due-work.ts'

test('a kind of work whose companies cannot be read keeps no other kind waiting', async () => {
  const now = () => new Date('2026-11-27T09:00:00Z')
  const logger = pino({ level: 'silent' })
  const carryOut = vi.fn(async () => undefined)
  const unreadable: DueWork = {
    task: 'missed-deadlines',
    companiesDue: async () => {
      throw new Error('out of memory')
    },
    nextAfter: async () => undefined,
    carryOut: async () => undefined,
  }
  const readable: DueWork = {
    task: 'recurring-work',
    companiesDue: async () => ['company'],
    nextAfter: async () => undefined,
    carryOut,
  }
  const warned = vi.spyOn(logger, 'warn')
  const task = startDueWork([unreadable, readable], {
    now,
    logger,
    setbacks: openSetbacks({ metrics: new Registry(), logger, now }),
  })
  await expect.poll(() => carryOut.mock.calls.length).toBe(1)
  await task.stop()
  expect(warned).toHaveBeenCalledOnce()
})
