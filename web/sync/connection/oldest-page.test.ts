import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { oldestPage } from './oldest-page.ts'

test('what was missed begins at the oldest page that is shown, also where a later one was read since', () => {
  const queries = new QueryClient()
  expect(oldestPage(queries)).toBeUndefined()
  queries.setQueryData(['jobs', { page: 1 }], { seq: 10 })
  queries.setQueryData(['jobs', { page: 2 }], { seq: 30 })
  queries.setQueryData(['calendar', {}], { seq: 20 })
  expect(oldestPage(queries)).toBe(10)
})
