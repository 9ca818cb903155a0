import type pg from 'pg'
import { v5 as uuidFrom } from 'uuid'
import { isUnconfirmed } from '#api/accounts/verified-emails.ts'
import { appendWith, decideAppend, retryOnConflict } from '#api/commands/decide-and-append.ts'
import { readCompanyNow } from '#api/company/plan-facts.ts'
import { addMail } from '#api/mail/outbox.ts'
import { readSite, readSiteOfJob } from '#api/reads/sites/site.ts'
import { reached } from '#api/reads/wait-for-projections.ts'
import type { Services } from '#api/services/services.ts'
import { addTenantLink, endTenantLinks, noteMail } from '#api/tenant-links/link-rows.ts'
import { textNumber } from '#api/texts/number.ts'
import type { TextLimits } from '#api/texts/text-limits.ts'
import { textMode } from '#api/texts/text-mode.ts'
import { addText } from '#api/texts/text-rows.ts'
import type { TenantWay } from '#core/company/tenant-rule.ts'
import { foldJob } from '#core/job/fold/job-fold.ts'
import type { TenantCommand } from '#core/job/tenant/tenant-messages.ts'
import { wasSentWith } from '#core/job/tenant/tenant-page.ts'
import { type Event, isJobEvent } from '#core/ledger/ledger.ts'
import { isRefusal } from '#core/model/refusals.ts'
import { endOfQuiet } from '#core/notifications/delays.ts'
import { tellingOf } from '#core/reactions/tell-tenants.ts'
import { isCurrent } from '#core/site/values.ts'
import { wallClock } from '#core/time/wall-clock.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { rowsOf } from '#ledger/database/statement.ts'
import { readStream } from '#ledger/log/read.ts'
import { dropNews, lockNews, type News, postponeNews } from './news-rows.ts'

export type NewsParts = Pick<Services, 'config' | 'ledgerPool' | 'authPool' | 'keys' | 'bell' | 'now'> & {
  /** Counts a mail of the company; returns in how many milliseconds it may send the next, if it may send none now. */
  mayMail: (companyId: string) => Promise<number | undefined>
  texts: TextLimits
}

/** Any id: those of mails and commands are made from it, so it never changes. */
const namespace = '0193a5f0-2eac-7000-8000-00000000007e'

/** Nobody’s telephone rings at night for a visit: such texts wait, by the company’s clock. */
const night = { from: '21:00', to: '08:00' }

/** How long news wait before it is looked again whether somebody of the company has confirmed an email, in milliseconds. */
const untilConfirmed = 60 * 60_000

/** How long news wait for the rows of their job and its site, which a projector that was away has yet to fold, in milliseconds. */
const untilProjected = 15_000

/** A later event or another process has taken what was due. */
class Superseded extends Error {}

/**
 * Tells the tenants of a job's site what is due, by how the job, the rule and the address book are now, and ends it. Each mail and text is
 * queued in one transaction with its event, under the lock of what is due, so that any number of processes queue it once.
 */
export async function sendNews(parts: NewsParts, news: News): Promise<void> {
  try {
    const wait = await tellAll(parts, news)
    await inCompany(parts.ledgerPool, news.companyId, (client) => end(client, news, wait, parts.now()))
  } catch (error) {
    if (!(error instanceof Superseded)) throw error
  }
}

async function end(client: pg.ClientBase, news: News, wait: number | undefined, now: Date) {
  if (wait === undefined) await client.query(dropNews(news))
  else await client.query(postponeNews({ ...news, dueAt: new Date(now.getTime() + wait).toISOString() }))
}

/** Returns in how many milliseconds to go on, if the company may send nothing, or no more, for now. */
async function tellAll(parts: NewsParts, news: News): Promise<number | undefined> {
  const { config, ledgerPool, now } = parts
  const { companyId, jobId, seq } = news
  const company = await readCompanyNow(ledgerPool, companyId)
  if (!company || company.closing) return undefined
  if (await isUnconfirmed(parts, companyId)) return untilConfirmed
  const own = await readSiteOfJob(ledgerPool, companyId, 'office', jobId)
  const site = own && (await readSite(ledgerPool, companyId, 'office', own.site.siteId))?.site
  if (!site) {
    const rows = await reached(ledgerPool, companyId, ['sites', 'site-names', 'site-jobs'])
    return rows.seq < seq ? untilProjected : undefined
  }
  const today = wallClock(now().toISOString(), company.timeZone).day
  for (const { contactId, telephone, refuses } of site.tenants.filter((one) => isCurrent(one, today))) {
    const email = config.mail && site.office?.emails[contactId]
    const text = textMode(config) === 'off' ? undefined : textNumber(telephone, config.smsCountries).number
    const to = { ...(email ? { email } : {}), ...(text ? { text } : {}) }
    const { tenantRule: rule } = company.office ?? {}
    const tenant = { contactId, siteId: site.siteId, refuses, to, rule, zone: company.timeZone }
    const wait = await retryOnConflict(() => tell(parts, news, tenant))
    if (wait !== undefined) return wait
  }
  return undefined
}

type Tenant = {
  contactId: string
  siteId: string
  refuses: readonly TenantWay[] | undefined
  /** Where they can be told, by the ways that this installation has. */
  to: Partial<Record<TenantWay, string>>
  zone: string
  rule: Parameters<typeof tellingOf>[1]['rule']
}

async function tell(parts: NewsParts, news: News, { contactId, siteId, refuses, to, zone, rule }: Tenant) {
  const { ledgerPool, now, keys } = parts
  const { companyId, jobId, about } = news
  const history = await readStream(ledgerPool, companyId, jobId)
  const job = foldJob(history.filter(isJobEvent))
  const telling = job && tellingOf(job, { contactId, refuses, rule, about, now: now().toISOString() })
  const ways = telling?.ways.filter((way) => to[way] !== undefined) ?? []
  if (!telling || ways.length === 0) return undefined
  const idOf = (what: string) => uuidFrom([companyId, jobId, about, news.seq, contactId, what].join(' '), namespace)
  const linkId = telling.link?.linkId ?? idOf('link')
  const sendings = ways.map((way) =>
    way === 'text'
      ? { mailId: idOf('text'), sentTo: to.text ?? '', way }
      : { mailId: idOf('mail'), sentTo: to.email ?? '' },
  )
  const { link } = telling
  if (link && sendings.some(({ mailId }) => wasSentWith(link, mailId))) return undefined
  if (!telling.link) {
    const make: TenantCommand = { type: 'MakeTenantLink', data: { jobId, linkId, siteId, contactId } }
    const isMade = await give(parts, news, make, idOf('make'), async (client, events) => {
      const linkIds = events.flatMap((one) => (one.type === 'TenantLinkRevoked' ? [one.data.linkId] : []))
      await endTenantLinks(client, { companyId, jobId, linkIds })
      await addTenantLink(client, keys, { companyId, jobId, linkId })
    })
    if (!isMade) return undefined
  }
  const wait = ways.includes('email') ? await parts.mayMail(companyId) : undefined
  if (wait !== undefined) return wait
  const textDue = ways.includes('text') ? await dueOfText(to.text ?? '') : undefined
  const { news: told } = telling
  const data = { jobId, linkId, sendings, ...(told === undefined ? {} : { news: told }) }
  await give(parts, news, { type: 'RecordTenantLinkSent', data }, idOf('sent'), async (client) => {
    for (const { mailId, sentTo, way } of sendings) {
      const text = { companyId, textId: mailId, jobId, linkId, siteId, contactId }
      if (way === 'text') await addText(client, text, now(), textDue)
      else {
        await addMail(client, { mailId, kind: 'tenant-link', recipient: sentTo })
        await noteMail(client, { companyId, linkId, mailId })
      }
    }
  })
  return undefined

  /** A text beyond what may be sent in a day waits until it may; who is on the way is told whatever the hour. */
  async function dueOfText(number: string): Promise<Date> {
    const over = await parts.texts.count({ companyId, number })
    const earliest = new Date(now().getTime() + (over?.milliseconds ?? 0))
    return about === 'on the way' ? earliest : new Date(endOfQuiet(earliest.toISOString(), night, zone))
  }
}

/** Appends a command of the system together with what `write` stores. Returns false if it is refused, as a job may have so many links. */
async function give(
  { ledgerPool, authPool, bell, now }: NewsParts,
  news: News,
  command: TenantCommand,
  commandId: string,
  write: (client: pg.ClientBase, events: readonly Event[]) => Promise<void>,
): Promise<boolean> {
  const { companyId, jobId } = news
  const history = await readStream(ledgerPool, companyId, jobId)
  const stamp = { commandId, happenedAt: now().toISOString(), clock: 'server' } as const
  const decision = decideAppend({ companyId, role: 'system' }, command, { history }, stamp)
  if (isRefusal(decision)) return false
  if (decision.events.length === 0) return true
  await appendWith(authPool, decision, async (client) => {
    if ((await rowsOf(client, lockNews(news))).length === 0) throw new Superseded()
    await write(client, decision.events)
  })
  bell.ring('fettle_appended', [companyId])
  return true
}
