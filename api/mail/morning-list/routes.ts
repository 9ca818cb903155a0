import { Router } from 'express'
import { readCompanyNow } from '#api/company/plan-facts.ts'
import { parse, refused } from '#api/http/errors.ts'
import { calendarOf } from '#api/recurring/upcoming.ts'
import { requireMember, requireOpen } from '#api/rights/require-member.ts'
import type { MemberRights } from '#api/rights/rights.ts'
import type { Services } from '#api/services/services.ts'
import { morningAfter } from '#core/deadlines/morning-list.ts'
import { isOffice } from '#core/model/access.ts'
import { refuse } from '#core/model/refusals.ts'
import { type MorningListAnswer, morningListChange } from '#core/wire/jobs/morning-list.ts'
import { paths } from '#core/wire/paths.ts'
import { hasMorningList, turnOffMorningList, turnOnMorningList } from './morning-list-rows.ts'

/** Whether the signed-in person of the office gets the morning list of deadlines. */
export function morningListRoutes(services: Services): Router {
  const { config, ledgerPool, now } = services
  const signedIn = requireMember(services)
  const answer = async (person: MemberRights): Promise<MorningListAnswer> => ({
    isOn: await hasMorningList(ledgerPool, person),
    isOffered: config.mail !== undefined,
  })
  return Router()
    .get(paths.morningList, signedIn, async (_req, res) => {
      forOffice(res.locals.member)
      res.json(await answer(res.locals.member))
    })
    .put(paths.morningList, signedIn, requireOpen, async (req, res) => {
      const { member } = res.locals
      forOffice(member)
      const { companyId, userId } = member
      const { isOn } = parse(morningListChange, req.body)
      if (isOn) {
        const { timeZone: zone, holidays } = calendarOf(await readCompanyNow(ledgerPool, companyId), now())
        const dueAt = morningAfter(now().toISOString(), { zone, holidays })
        await turnOnMorningList(ledgerPool, { companyId, userId, dueAt })
      } else await turnOffMorningList(ledgerPool, { companyId, userId })
      res.json(await answer(member))
    })
}

function forOffice({ role }: MemberRights) {
  if (!isOffice(role)) throw refused(refuse('office-only'))
}
