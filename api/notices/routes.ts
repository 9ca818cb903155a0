import { Router } from 'express'
import { foldCompany } from '#api/company/plan-facts.ts'
import { parse } from '#api/http/errors.ts'
import { requireMember, requireOpen } from '#api/rights/require-member.ts'
import type { MemberRights } from '#api/rights/rights.ts'
import type { Services } from '#api/services/services.ts'
import { defaultTimeZone } from '#core/company/company.ts'
import { audienceOf } from '#core/model/access.ts'
import { ownNotices } from '#core/notifications/settings.ts'
import type { NoticeSettings } from '#core/wire/jobs/notice-settings.ts'
import { paths } from '#core/wire/paths.ts'
import { inCompany, readInCompany } from '#ledger/database/connect.ts'
import { smallStreams, storedEvent } from '#ledger/log/read.ts'
import { changeNotices, noticesOfOne, resetNotices } from './notice-rows.ts'

/** How the signed-in person is told of news. */
export function noticeRoutes(services: Services): Router {
  const { ledgerPool, config, now } = services
  const signedIn = requireMember(services)
  const companyNow = async (companyId: string) => {
    const [ofCompany] = await readInCompany(ledgerPool, companyId, [smallStreams({ companyId, stream: 'company' })])
    return foldCompany(ofCompany.rows.map(storedEvent))
  }
  const changing = async ({ companyId }: MemberRights) => ({
    now: now().toISOString(),
    zone: (await companyNow(companyId))?.timeZone ?? defaultTimeZone,
  })
  const answer = async ({ companyId, userId, role }: MemberRights): Promise<NoticeSettings> => {
    const [own, ofCompany] = await readInCompany(ledgerPool, companyId, [
      noticesOfOne({ companyId, userId }),
      smallStreams({ companyId, stream: 'company' }),
    ])
    const { quiet, ...all } = foldCompany(ofCompany.rows.map(storedEvent))?.office?.notices ?? {}
    const rules = all[audienceOf(role)]
    return {
      own: own.rows[0]?.settings ?? {},
      company: {
        ...(role === 'team' ? { ...(rules ? { team: rules } : {}) } : all),
        ...(quiet ? { quiet } : {}),
      },
      mayEmail: config.mail !== undefined,
    }
  }
  return Router()
    .get(paths.noticeSettings, signedIn, async (_req, res) => void res.json(await answer(res.locals.member)))
    .put(paths.noticeSettings, signedIn, requireOpen, async (req, res) => {
      const { member } = res.locals
      const change = parse(ownNotices, req.body)
      const at = await changing(member)
      await inCompany(ledgerPool, member.companyId, (client) => changeNotices(client, member, change, at))
      res.json(await answer(member))
    })
    .delete(paths.noticeSettings, signedIn, requireOpen, async (_req, res) => {
      const { member } = res.locals
      const at = await changing(member)
      await inCompany(ledgerPool, member.companyId, (client) => resetNotices(client, member, at))
      res.json(await answer(member))
    })
}
