import { v4, v5, v7 } from 'uuid'
import { expect, test } from 'vitest'
import { fileOf } from './import-sources.ts'

const [priya, tom] = [v7(), v7()]
const derived = v5('create', v4())
const at = (time: string) => `2026-11-30T${time}.000Z`
const created = { actorId: priya, commandId: derived, recordedAt: at('09:00:30') }
const run = { user_id: priya, file_name: 'orders.csv', started_at: at('09:00:00'), ended_at: at('09:05:00') }
const file = (actorId: string | undefined, time: string, runs = [run], by = created) =>
  fileOf({ ...(actorId ? { actorId } : {}), recordedAt: at(time) }, by, runs)

test('what its author recorded while the import ran is from its file', () => {
  expect(file(priya, '09:00:30')).toBe('orders.csv')
  expect(file(priya, '09:04:59')).toBe('orders.csv')
  expect(file(priya, '09:04:59', [{ ...run, ended_at: '' }])).toBe(undefined)
})

test('once the file is forgotten, what followed the creation at once still is imported', () => {
  expect(file(priya, '09:00:35', [])).toBe('')
  expect(file(priya, '09:01:30', [])).toBe(undefined)
})

test('what others did, or was done later, or with a job that nobody imported, is not', () => {
  expect(file(tom, '09:00:31')).toBe(undefined)
  expect(file(undefined, '09:00:31')).toBe(undefined)
  expect(file(priya, '15:00:00')).toBe(undefined)
  expect(file(priya, '09:00:31', [run], { ...created, commandId: v7() })).toBe(undefined)
  expect(fileOf({ actorId: priya, recordedAt: at('09:00:31') }, { ...created, actorId: null }, [run])).toBe(undefined)
  expect(fileOf({ actorId: priya, recordedAt: at('09:00:31') }, undefined, [run])).toBe(undefined)
})
