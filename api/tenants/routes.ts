import { type RequestHandler, Router } from 'express'
import { v7 as uuid } from 'uuid'
import { requireVerifiedEmail } from '#api/accounts/verified-emails.ts'
import {
  type Actor,
  appendWith,
  type Decided,
  decideAppend,
  retryOnConflict,
  serverStamp,
} from '#api/commands/decide-and-append.ts'
import { readCompany } from '#api/company/company-answer.ts'
import { jobIdOf } from '#api/company/own-company.ts'
import { HttpFailure, invalid, parse, refused } from '#api/http/errors.ts'
import { addMail } from '#api/mail/outbox.ts'
import { readSite, readSiteOfJob } from '#api/reads/sites/site.ts'
import type { WaitForProjections } from '#api/reads/wait-for-projections.ts'
import { storedLimiter, tooMany } from '#api/rights/rate-limits.ts'
import { requireMember, requireOpen } from '#api/rights/require-member.ts'
import type { MemberRights } from '#api/rights/rights.ts'
import type { Services } from '#api/services/services.ts'
import { addTenantLink, endTenantLinks, noteMail } from '#api/tenant-links/link-rows.ts'
import { textNumber } from '#api/texts/number.ts'
import { textLimits, tooManyTexts } from '#api/texts/text-limits.ts'
import { textMode } from '#api/texts/text-mode.ts'
import { addText } from '#api/texts/text-rows.ts'
import type { TenantWay } from '#core/company/tenant-rule.ts'
import { refuseTenant } from '#core/job/tenant/refuse-tenant.ts'
import type { TenantCommand } from '#core/job/tenant/tenant-messages.ts'
import { isOffice } from '#core/model/access.ts'
import { isRefusal, refuse } from '#core/model/refusals.ts'
import { id } from '#core/model/values.ts'
import { refuseSite } from '#core/site/refuse-site.ts'
import { mayBeToldBy, refusedNames } from '#core/site/refused-ways.ts'
import { isCurrent } from '#core/site/values.ts'
import { wallClock } from '#core/time/wall-clock.ts'
import { newTenantLink, type TenantLinksAnswer } from '#core/wire/jobs/tenants.ts'
import { paths } from '#core/wire/paths.ts'
import { readStream } from '#ledger/log/read.ts'
import { readTenantLinks } from './read-links.ts'

/** Mails with links that a company can send in an hour. */
const mailLimit = { points: 200, duration: 60 * 60 }

/** The links to the tenant's page of a job, for the office. */
export function tenantLinkRoutes(services: Services, waitForProjections: WaitForProjections): Router {
  const { authPool, ledgerPool, bell, config } = services
  const now = () => services.now()
  const office: RequestHandler[] = [requireMember(services), officeOnly]
  const mails = storedLimiter(authPool, 'tenant-mail', mailLimit.points, mailLimit.duration)
  const texts = textLimits(services)

  const answer = async ({ companyId }: MemberRights, jobId: string, seq?: number): Promise<TenantLinksAnswer> => {
    await waitForProjections(companyId, ['job', 'sites', 'site-names', 'site-jobs'], seq)
    const links = await readTenantLinks(services, companyId, jobId)
    if (!links) throw refused(refuse('job-not-found'))
    return links
  }

  /** Decides a command on the job as it is, and appends what follows together with what `write` keeps beside the log. */
  const give = (
    actor: Actor,
    command: TenantCommand,
    write: (decided: Decided) => Parameters<typeof appendWith>[2],
  ): Promise<number | undefined> =>
    retryOnConflict(async () => {
      const history = await readStream(ledgerPool, actor.companyId, command.data.jobId)
      const decision = decideAppend(actor, command, { history }, serverStamp(now()))
      if (isRefusal(decision)) throw refused(decision)
      if (decision.events.length === 0) return undefined
      const { seq } = await appendWith(authPool, decision, write(decision))
      bell.ring('fettle_appended', [actor.companyId])
      return seq
    })

  return Router()
    .get(paths.tenantLinks, ...office, async (req, res) => {
      res.json(await answer(res.locals.member, jobIdOf(req.params.jobId)))
    })
    .post(paths.tenantLinks, ...office, requireOpen, async (req, res) => {
      const { member } = res.locals
      const { companyId } = member
      const jobId = jobIdOf(req.params.jobId)
      const { contactId } = parse(newTenantLink, req.body)
      const [found, company] = await Promise.all([
        readSiteOfJob(ledgerPool, companyId, 'office', jobId),
        readCompany(ledgerPool, companyId),
      ])
      if (!found || !company) throw refused(refuse('job-not-found'))
      const today = wallClock(now().toISOString(), company.timeZone).day
      if (!found.site.tenants.some((one) => one.contactId === contactId && isCurrent(one, today)))
        throw refused(refuseSite('contact-not-found', {}, 'contactId'))
      const linkId = uuid()
      const { siteId } = found.site
      const seq = await give(
        member,
        { type: 'MakeTenantLink', data: { jobId, linkId, siteId, contactId } },
        (decided) => {
          const linkIds = decided.events.flatMap((one) => (one.type === 'TenantLinkRevoked' ? [one.data.linkId] : []))
          return async (client) => {
            await endTenantLinks(client, { companyId, jobId, linkIds })
            await addTenantLink(client, services.keys, { companyId, jobId, linkId })
          }
        },
      )
      res.json(await answer(member, jobId, seq))
    })
    .post(paths.tenantLinkEmail, ...office, requireOpen, async (req, res) => {
      const { member } = res.locals
      const { companyId } = member
      const [jobId, linkId] = [jobIdOf(req.params.jobId), linkIdOf(req.params.linkId)]
      if (!config.mail) throw noMail
      await requireVerifiedEmail(services, { companyId, userId: member.standing.userId })
      const { links } = await answer(member, jobId)
      const link = links.find((one) => one.linkId === linkId && one.path !== undefined)
      if (!link) throw refused(refuseTenant('link-ended'))
      const { email: recipient, ...found } = (await tenantOf(companyId, jobId, link.contactId)) ?? {}
      refuseUnwanted(found, 'email')
      if (!recipient) throw invalid('This tenant has no email address. Add one in the address book.', 'linkId')
      await mails.consume(companyId).catch((reason: { msBeforeNext?: number }) => {
        throw typeof reason.msBeforeNext === 'number' ? tooMany(reason.msBeforeNext) : reason
      })
      const mailId = uuid()
      const sendings = [{ mailId, sentTo: recipient }]
      const sent: TenantCommand = { type: 'RecordTenantLinkSent', data: { jobId, linkId, sendings } }
      const seq = await give(member, sent, () => async (client) => {
        await addMail(client, { mailId, kind: 'tenant-link', recipient })
        await noteMail(client, { companyId, linkId, mailId })
      })
      res.json(await answer(member, jobId, seq))
    })
    .post(paths.tenantLinkText, ...office, requireOpen, async (req, res) => {
      const { member } = res.locals
      const { companyId } = member
      const [jobId, linkId] = [jobIdOf(req.params.jobId), linkIdOf(req.params.linkId)]
      if (textMode(config) === 'off') throw noTexts
      await requireVerifiedEmail(services, { companyId, userId: member.standing.userId })
      const { links } = await answer(member, jobId)
      const link = links.find((one) => one.linkId === linkId && one.path !== undefined)
      const { contactId = '' } = link ?? {}
      const found = link && (await tenantOf(companyId, jobId, contactId))
      if (!link || !found) throw refused(refuseTenant('link-ended'))
      refuseUnwanted(found, 'text')
      const { number, problem } = textNumber(found.telephone, config.smsCountries)
      if (number === undefined) throw invalid(noNumber(problem, found.telephone), 'linkId')
      const over = await texts.count({ companyId, number })
      if (over) throw tooManyTexts(over, config)
      const textId = uuid()
      const sendings = [{ mailId: textId, sentTo: number, way: 'text' as const }]
      const sent: TenantCommand = { type: 'RecordTenantLinkSent', data: { jobId, linkId, sendings } }
      const { siteId } = found
      const seq = await give(
        member,
        sent,
        () => (client) => addText(client, { companyId, textId, jobId, linkId, siteId, contactId }, now()),
      )
      res.json(await answer(member, jobId, seq))
    })
    .delete(paths.tenantLink, ...office, requireOpen, async (req, res) => {
      const { member } = res.locals
      const { companyId } = member
      const [jobId, linkId] = [jobIdOf(req.params.jobId), linkIdOf(req.params.linkId)]
      const seq = await give(
        member,
        { type: 'RevokeTenantLink', data: { jobId, linkId } },
        () => (client) => endTenantLinks(client, { companyId, jobId, linkIds: [linkId] }),
      )
      res.json(await answer(member, jobId, seq))
    })

  async function siteOf(companyId: string, jobId: string) {
    const own = await readSiteOfJob(ledgerPool, companyId, 'office', jobId)
    return own && (await readSite(ledgerPool, companyId, 'office', own.site.siteId))?.site
  }
  async function tenantOf(companyId: string, jobId: string, contactId: string) {
    const site = await siteOf(companyId, jobId)
    const tenant = site?.tenants.find((one) => one.contactId === contactId)
    return site && tenant && { ...tenant, siteId: site.siteId, email: site.office?.emails[contactId] }
  }
}

const officeOnly: RequestHandler = (_req, res, next) => {
  if (!isOffice(res.locals.member.role)) throw refused(refuse('office-only'))
  next()
}

/** Nobody who asked for no emails or texts is sent one by a click. */
function refuseUnwanted(
  { name = '', ...contact }: { name?: string; refuses?: TenantWay[] | undefined },
  way: TenantWay,
) {
  if (!mayBeToldBy(contact, way))
    throw refused(refuseTenant('way-refused', { name, ways: refusedNames({ refuses: [way] }) }, 'linkId'))
}

function linkIdOf(given: unknown): string {
  const linkId = id.safeParse(given)
  if (!linkId.success) throw refused(refuseTenant('link-ended'))
  return linkId.data
}

const noTexts = new HttpFailure(409, {
  error: 'This server sends no text messages. Copy the link and send it yourself.',
  code: 'no-texts',
})

const noNumber = (problem: 'none' | 'not-mobile' | 'abroad', telephone: string) =>
  ({
    none: 'This tenant has no telephone number. Add a mobile number in the address book.',
    'not-mobile': `${telephone} is not a mobile number. Add one in the address book to send texts.`,
    abroad: `${telephone} is a number abroad, so Fettle can’t text it. Send an email, or copy the link and send it yourself.`,
  })[problem]

const noMail = new HttpFailure(409, {
  error: 'This server sends no email. Copy the link and send it yourself.',
  code: 'no-mail',
})
