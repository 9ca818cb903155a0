import type { RequestHandler } from 'express'
import { recentSignIns } from '#api/audit/audit-rows.ts'
import { shortAddress } from '#api/audit/short-address.ts'
import type { Services } from '#api/services/services.ts'
import type { SignInsAnswer } from '#core/wire/account/session.ts'
import { readInCompany } from '#ledger/database/connect.ts'

/** GET /api/auth/sign-ins: when and where a person has signed in lately, from the company's audit list. */
export const listSignIns =
  ({ ledgerPool }: Services): RequestHandler =>
  async (_req, res) => {
    const { companyId, userId } = res.locals.member
    const [{ rows }] = await readInCompany(ledgerPool, companyId, [recentSignIns({ companyId, userId })])
    const signIns = rows.map((row) => ({
      at: row.last_at,
      device: row.device,
      place: shortAddress(row.address),
      times: row.times,
      failed: row.kind === 'sign-in-failed',
      byCode: /code$/.test(row.detail),
    }))
    res.json({ signIns } satisfies SignInsAnswer)
  }
