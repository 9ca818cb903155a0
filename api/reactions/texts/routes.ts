import { type RequestHandler, Router } from 'express'
import type pg from 'pg'
import { readCompanyNow } from '#api/company/plan-facts.ts'
import { refused } from '#api/http/errors.ts'
import { requireMember, requireOpen } from '#api/rights/require-member.ts'
import type { MemberRights } from '#api/rights/rights.ts'
import type { Services } from '#api/services/services.ts'
import { readTexts } from '#api/texts/read-texts.ts'
import { mostOfCompany, textLimits, tooManyTexts } from '#api/texts/text-limits.ts'
import { textMode } from '#api/texts/text-mode.ts'
import { jobOfFailed, retryText } from '#api/texts/text-rows.ts'
import { refuseTenant } from '#core/job/tenant/refuse-tenant.ts'
import { addressOfMail } from '#core/job/tenant/sendings.ts'
import { isJobEvent } from '#core/ledger/ledger.ts'
import { isOffice } from '#core/model/access.ts'
import { refuse } from '#core/model/refusals.ts'
import { id } from '#core/model/values.ts'
import type { TextsAnswer } from '#core/wire/jobs/texts.ts'
import { paths } from '#core/wire/paths.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { readStream } from '#ledger/log/read.ts'

/** The text messages to tenants, for the office. */
export function textRoutes(services: Services): Router {
  const { ledgerPool, config, bell, now } = services
  const office: RequestHandler[] = [requireMember(services), officeOnly]
  const texts = textLimits(services)

  async function answer({ companyId }: MemberRights): Promise<TextsAnswer> {
    const company = await readCompanyNow(ledgerPool, companyId)
    const read = await readTexts(ledgerPool, companyId, { now: now(), zone: company?.timeZone ?? 'Europe/London' })
    return {
      ...read,
      canEmail: config.mail !== undefined,
      mode: textMode(config),
      mostInDay: mostOfCompany(config),
    }
  }

  return Router()
    .get(paths.texts, ...office, async (_req, res) => {
      res.json(await answer(res.locals.member))
    })
    .post(paths.retryText, ...office, requireOpen, async (req, res) => {
      const { companyId } = res.locals.member
      const textId = id.safeParse(req.params.textId)
      const jobId = textId.success ? await jobOfFailed(ledgerPool, companyId, textId.data) : undefined
      if (!textId.success || jobId === undefined) throw refused(refuseTenant('text-not-failed'))
      const events = (await readStream(ledgerPool, companyId, jobId)).filter(isJobEvent)
      // The gateway may charge for what it refused.
      const over = await texts.count({ companyId, number: addressOfMail(events, textId.data) })
      if (over) throw tooManyTexts(over, config)
      const retry = (client: pg.ClientBase) => retryText(client, companyId, textId.data, now())
      if (!(await inCompany(ledgerPool, companyId, retry))) throw refused(refuseTenant('text-not-failed'))
      bell.ring('fettle_texts', [companyId])
      res.json(await answer(res.locals.member))
    })
}

const officeOnly: RequestHandler = (_req, res, next) => {
  if (!isOffice(res.locals.member.role)) throw refused(refuse('office-only'))
  next()
}
