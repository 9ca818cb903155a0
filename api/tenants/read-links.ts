import { readCompany } from '#api/company/company-answer.ts'
import { readJob } from '#api/reads/jobs/job.ts'
import { readSite, readSiteOfJob } from '#api/reads/sites/site.ts'
import type { Services } from '#api/services/services.ts'
import { readOpened, tenantPath } from '#api/tenant-links/link-rows.ts'
import { textNumber } from '#api/texts/number.ts'
import { textsOfJob } from '#api/texts/read-texts.ts'
import { textMode } from '#api/texts/text-mode.ts'
import { isToldBy } from '#core/company/tenant-rule.ts'
import { whyFailed } from '#core/job/failed-mail/why-failed.ts'
import { addressOfMail } from '#core/job/tenant/sendings.ts'
import { isOpenLink } from '#core/job/tenant/tenant-page.ts'
import { isJobEvent } from '#core/ledger/ledger.ts'
import { isCurrent } from '#core/site/values.ts'
import { wallClock } from '#core/time/wall-clock.ts'
import type { TenantLinksAnswer } from '#core/wire/jobs/tenants.ts'
import { readStream } from '#ledger/log/read.ts'

type Parts = Pick<Services, 'ledgerPool' | 'authPool' | 'keys' | 'config' | 'now'>

/** The links to the tenant's page of a job, newest first, and who can be given one; undefined for an unknown job. */
export async function readTenantLinks(
  { ledgerPool, authPool, keys, config, now }: Parts,
  companyId: string,
  jobId: string,
): Promise<TenantLinksAnswer | undefined> {
  const found = await readJob(ledgerPool, companyId, 'office', jobId)
  if (!found) return undefined
  const at = now().toISOString()
  const [own, opened, company, texts] = await Promise.all([
    readSiteOfJob(ledgerPool, companyId, 'office', jobId),
    readOpened(authPool, { companyId, jobId }),
    readCompany(ledgerPool, companyId),
    textsOfJob(ledgerPool, companyId, jobId),
  ])
  if (!company) return undefined
  const links = found.job.office?.tenantLinks ?? []
  const names = new Map<string, string>()
  for (const siteId of new Set(links.map((one) => one.siteId))) {
    const answer = siteId === own?.site.siteId ? own : await readSite(ledgerPool, companyId, 'office', siteId)
    for (const one of answer?.site.tenants ?? []) names.set(one.contactId, one.name)
  }
  // Few have an email that failed.
  const hasFailed = links.some((one) => whyFailed(found.job.office, one))
  const events = hasFailed ? (await readStream(ledgerPool, companyId, jobId)).filter(isJobEvent) : []
  const today = wallClock(at, company.timeZone).day
  return {
    links: links.toReversed().map((link) => {
      const { linkId, contactId, madeAt, sentAt, mailId = '', textedAt, endsAt } = link
      const why = whyFailed(found.job.office, { mailId })
      const text = texts.get(link.textId ?? '')
      const row = opened.get(linkId)
      return {
        ...{ linkId, contactId, madeAt, name: names.get(contactId) ?? '', opened: row?.opened ?? 0 },
        ...(row && !row.isEnded && isOpenLink(link, at) ? { path: tenantPath(keys, linkId) } : {}),
        ...(sentAt === undefined ? {} : { sentAt }),
        ...(why ? { failed: { sentTo: addressOfMail(events, mailId), why } } : {}),
        ...(textedAt === undefined ? {} : { textedAt }),
        ...(text ? { text } : {}),
        ...(row?.lastOpenedAt === undefined ? {} : { lastOpenedAt: row.lastOpenedAt }),
        ...(endsAt === undefined ? {} : { endsAt }),
      }
    }),
    tenants: (own?.site.tenants ?? [])
      .filter((one) => isCurrent(one, today))
      .map(({ contactId, name, telephone, refuses }) => ({
        ...{ contactId, name, hasEmail: Boolean(own?.site.office?.emails[contactId]) },
        texts: takesTexts(telephone, config.smsCountries),
        ...(refuses ? { refuses } : {}),
      })),
    ...(own ? { siteId: own.site.siteId } : {}),
    byRule: isToldBy(company.office?.tenantRule, 'email'),
    textByRule: isToldBy(company.office?.tenantRule, 'text'),
    canSend: config.mail !== undefined,
    canText: textMode(config) !== 'off',
  }
}

function takesTexts(telephone: string, countries: Parts['config']['smsCountries']) {
  const { problem } = textNumber(telephone, countries)
  if (problem === undefined) return 'yes'
  return problem === 'none' ? 'no-number' : problem
}
