import { expect, test } from 'vitest'
import { dana, idOf, tom } from '#test/core/given-when-then.ts'
import { emailOffPath, personOfEmailOff } from './email-off.ts'

const keys = { refreshSecret: Buffer.alloc(32, 7) }
const company = idOf('c', 1)
const tokenOf = (userId: string) => emailOffPath(keys, { companyId: company, userId }).replace('/t/email/', '')

test('a link that ends the daily email is of one person, and no other can be made of it', () => {
  const token = tokenOf(tom.userId)
  expect(personOfEmailOff(keys, token)).toEqual({ companyId: company, userId: tom.userId })
  const forged = `${tokenOf(dana.userId).slice(0, 43)}${token.slice(43)}`
  const otherSecret = { refreshSecret: Buffer.alloc(32, 8) }
  for (const bad of ['', 'x', 'A'.repeat(86), forged, `${token}A`, token.slice(0, -1), `${token.slice(0, -1)}%`])
    expect(personOfEmailOff(keys, bad)).toBeUndefined()
  expect(personOfEmailOff(otherSecret, token)).toBeUndefined()
})
