import { expect, test } from 'vitest'
import { following as followingBy } from './use-draft.ts'

const following = (kept: { draft: string; applied: string; submitted: readonly string[] }, applied: string) =>
  followingBy(kept, applied, (one, other) => one === other)

const typing = { draft: 'next', applied: '' }

test('a field keeps what is typed while its own search is being applied', () => {
  expect(following({ ...typing, submitted: ['first'] }, 'first')).toEqual({
    draft: 'next',
    applied: 'first',
    submitted: [],
  })
})

test('of two quick searches either may be applied first, or the first never', () => {
  const submitted = ['first', 'second']
  const once = following({ ...typing, submitted }, 'first')
  expect(once).toEqual({ draft: 'next', applied: 'first', submitted: ['second'] })
  expect(following(once, 'second').draft).toBe('next')
  expect(following({ ...typing, submitted }, 'second')).toEqual({ draft: 'next', applied: 'second', submitted: [] })
})

test('a field follows a search that was applied elsewhere', () => {
  expect(following({ ...typing, submitted: ['first'] }, 'of Back')).toEqual({
    draft: 'of Back',
    applied: 'of Back',
    submitted: [],
  })
})
