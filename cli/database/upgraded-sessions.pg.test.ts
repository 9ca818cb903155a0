import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashToken } from '#api/keys/tokens.ts'
import { rotate } from '#api/rights/refresh-tokens.ts'
import { newRefreshToken } from '#api/rights/sessions.ts'
import { connect } from '#ledger/database/connect.ts'
import { migrate } from '#migrations/migrate.ts'
import { createUnmigratedDatabase, type TestDatabase } from '#test/database/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createUnmigratedDatabase()
})
afterAll(() => database?.drop())

test('before the upgrade that links tokens: a lost answer is given again, the current token goes on, older ones end it', async () => {
  const owner = connect(database.url)
  await migrate(database.url, { upTo: '0026-no-milestones' })
  const session = async () => {
    const { rows } = await owner.query<{ session_id: string }>(
      `insert into session (session_id, user_id, company_id, device)
      values (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), '') returning session_id`,
    )
    const tokens = [newRefreshToken(), newRefreshToken(), newRefreshToken()] as const
    for (const [nth, token] of tokens.entries()) {
      await owner.query(
        `insert into refresh_token (token_hash, session_id, created_at, used_at)
        values ($1, $2, now() - make_interval(mins => $3), now() - make_interval(mins => $4))`,
        [hashToken(token), rows[0]?.session_id, 30 - nth * 10, nth === 2 ? null : 20 - nth * 10],
      )
    }
    return tokens
  }
  const [[, lost], [, , current], [oldest, , stays]] = [await session(), await session(), await session()]
  expect(await migrate(database.url)).toContain('0027-replaced-tokens')

  const pool = connect(database.url, 'fettle_auth')
  const renewed = async (token: string) => (await rotate(pool, token, ''))?.refreshToken
  expect(await renewed((await renewed(lost)) ?? '')).toBeDefined()
  expect(await renewed((await renewed(current)) ?? '')).toBeDefined()
  expect([await renewed(oldest), await renewed(stays)]).toEqual([undefined, undefined])
  await pool.end()
  await owner.end()
})
