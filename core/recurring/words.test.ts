import { expect, test } from 'vitest'
import { recurringRule } from './rule.ts'
import { makingWords, ruleWords } from './words.ts'

test('a job whose lead time has begun is made at once, any other on its day in the company’s time', () => {
  const [now, zone] = ['2026-11-28T09:00:00.000Z', 'Europe/London']
  expect(makingWords('2026-11-14T00:00:00.000Z', now, zone)).toBe('Job made at once')
  expect(makingWords(now, now, zone)).toBe('Job made at once')
  expect(makingWords('2027-06-14T23:00:00.000Z', now, zone)).toMatch(/^Job made on .*15 Jun 2027$/)
})

test('weekly work says its days as people do', () => {
  const weekly = (on: string, every = 1) =>
    ruleWords(recurringRule.parse({ repeats: 'weekly', every, on: on.split(' '), first: '2026-11-30' }))
  expect(weekly('TU')).toBe('Every week, Tuesday')
  expect(weekly('MO WE FR')).toBe('Every week, Monday, Wednesday and Friday')
  expect(weekly('MO TU WE TH FR')).toBe('Every week, Monday to Friday')
  expect(weekly('SU MO TU WE TH FR SA')).toBe('Every day')
  expect(weekly('MO TU WE TH FR SA SU', 2)).toBe('Every 2 weeks, every day')
})
