import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { isOfficeOnly, isOwnOnly, officeOnly, ownOnly } from './messages.ts'

test('two types of one schema are each seen by their own readers', () => {
  const schema = z.object({ viewId: z.string() })
  const [own, shared] = [ownOnly(schema), officeOnly(schema)]
  expect([isOwnOnly(own), isOfficeOnly(own)]).toEqual([true, false])
  expect([isOwnOnly(shared), isOfficeOnly(shared)]).toEqual([false, true])
  expect([isOwnOnly(schema), isOfficeOnly(schema)]).toEqual([false, false])
})
