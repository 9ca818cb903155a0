import type { RequestHandler } from 'express'
import { recentSignIns } from '#api/audit/audit-rows.ts'
import { shortAddress } from '#api/audit/short-address.ts'
import type { Services } from '#api/services/services.ts'
import type { SignInsAnswer } from '#core/wire/account/session.ts'
import { readInCompany } from '#ledger/database/connect.ts'

const shown = 10

/** GET /api/auth/sign-ins: when and where a person has signed in lately, from the company's audit list. */
export const listSignIns =
  ({ ledgerPool }: Services): RequestHandler =>
  async (_req, res) => {
    const signIns = await readSignIns(ledgerPool, res.locals.member, shown)
    res.json({ signIns: signIns.map((one) => ({ ...one, place: shortAddress(one.place) })) } satisfies SignInsAnswer)
  }

/** A person's newest sign-ins and the wrong passwords given for them, with whole addresses. */
export async function readSignIns(
  pool: Services['ledgerPool'],
  { companyId, userId }: { companyId: string; userId: string },
  limit: number,
): Promise<SignInsAnswer['signIns']> {
  const [{ rows }] = await readInCompany(pool, companyId, [recentSignIns({ companyId, userId, limit })])
  return rows.map((row) => ({
    at: row.last_at,
    device: row.device,
    place: row.address,
    times: row.times,
    failed: row.kind === 'sign-in-failed',
    byCode: /code$/.test(row.detail),
  }))
}
