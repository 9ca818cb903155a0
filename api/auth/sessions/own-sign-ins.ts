import type { RequestHandler } from 'express'
import { recentSignIns } from '#api/audit/audit-rows.ts'
import { shortAddress } from '#api/audit/short-address.ts'
import { parse } from '#api/http/errors.ts'
import type { Services } from '#api/services/services.ts'
import { type SignInsAnswer, signInsQuery, signInWays } from '#core/wire/account/session.ts'
import { signInDays } from '#core/wire/account/sign-in-days.ts'
import { readInCompany } from '#ledger/database/connect.ts'

const usual = 10

/** GET /api/auth/sign-ins: when and where a person has signed in in the last 30 days, from the company's audit list. */
export const listSignIns =
  ({ ledgerPool }: Services): RequestHandler =>
  async (req, res) => {
    const { most = usual } = parse(signInsQuery, req.query)
    const signIns = await readSignIns(ledgerPool, res.locals.member, { most, days: signInDays })
    res.json({ signIns: signIns.map((one) => ({ ...one, place: shortAddress(one.place) })) } satisfies SignInsAnswer)
  }

/** A person's newest sign-ins of so many days and the wrong passwords given for them, with whole addresses. */
export async function readSignIns(
  pool: Services['ledgerPool'],
  { companyId, userId }: { companyId: string; userId: string },
  { most, days }: { most: number; days: number },
): Promise<SignInsAnswer['signIns']> {
  const [{ rows }] = await readInCompany(pool, companyId, [recentSignIns({ companyId, userId, limit: most, days })])
  return rows.map((row) => ({
    at: row.last_at,
    device: row.device,
    place: row.address,
    times: row.times,
    failed: row.kind === 'sign-in-failed',
    how: wayOf(row.detail),
  }))
}

/** By what somebody signed in, or tried to, from the detail of its entry in the audit list. */
function wayOf(detail: string): SignInsAnswer['signIns'][number]['how'] {
  const known = signInWays.find((one) => one === detail)
  if (known) return known
  if (detail.endsWith('code')) return 'code'
  return detail.endsWith('passkey') ? 'passkey' : 'password'
}
