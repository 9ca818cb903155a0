import type pg from 'pg'
import { expect } from 'vitest'
import { serviceAddress } from '#cli/database/service-logins.ts'
import { connect } from '#ledger/database/connect.ts'
import { verifyLedger } from '#ledger/proof/verify.ts'
import type { SignedInTest, TestServer } from '#test/server/server.ts'

/** What a person gets from the server, which must answer with 200. */
export async function answerTo(server: TestServer, { token }: SignedInTest, to: string) {
  const response = await server.call(to, { token })
  const text = await response.text()
  expect(response.status, `${to}: ${text}`).toBe(200)
  return response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text
}

/** Runs work as the projector, which sees all companies. */
export async function asProjector<Result>(url: string, work: (pool: pg.Pool) => Promise<Result>): Promise<Result> {
  const pool = connect(serviceAddress(url), 'fettle_projector', { max: 2 })
  try {
    return await work(pool)
  } finally {
    await pool.end()
  }
}

/** How many companies have a ledger; every one of them must be sound. */
export async function soundLedgers(url: string): Promise<number> {
  const found = await asProjector(url, (pool) => verifyLedger(pool))
  for (const one of found) expect(one.fault).toBeUndefined()
  return found.length
}
