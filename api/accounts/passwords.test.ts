import { expect, test } from 'vitest'
import { hashPassword } from './passwords.ts'

test('passwords are kept as Argon2id with 19 MiB, two passes and one lane', async () => {
  expect(await hashPassword('sash window 14')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})
