import { expect, test } from 'vitest'
import { withWhy } from './who-is-gone.ts'

test('with an erased company everybody of it is gone, and somebody whom an earlier build kept as removed', () => {
  const person = (username: string, companyId: string) => ({ userId: username, companyId, username })
  const [dana, tom, max, ada] = [person('dana', 'a'), person('tom', 'a'), person('max', 'b'), person('ada', 'c')]
  const people = [dana, { ...tom, gone: 'account-erased' }, { ...max, removed: true }, ada] as const
  expect(withWhy(people)).toEqual([
    { ...dana, gone: 'account-erased' },
    { ...tom, gone: 'account-erased' },
    { ...max, gone: 'account-removed' },
    ada,
  ])
})
