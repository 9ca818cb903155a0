import { addressOf } from '#api/accounts/password-links.ts'
import { readCompany } from '#api/company/company-answer.ts'
import { oneLine } from '#api/mail/emails.ts'
import { onTheWayFacts, visitWords } from '#api/mail/tenant-news-words.ts'
import { readMember } from '#api/rights/rights.ts'
import type { Services } from '#api/services/services.ts'
import { tenantPath } from '#api/tenant-links/link-rows.ts'
import { mayBeTold } from '#api/tenant-links/may-be-told.ts'
import { foldJob } from '#core/job/fold/job-fold.ts'
import { sendingOf } from '#core/job/tenant/sendings.ts'
import type { ToldNews } from '#core/job/tenant/tenant-messages.ts'
import { openLink } from '#core/job/tenant/tenant-page.ts'
import { isJobEvent } from '#core/ledger/ledger.ts'
import { erasedText } from '#core/model/erased-text.ts'
import { firstThatFits } from '#core/texts/segments.ts'
import { readStream } from '#ledger/log/read.ts'
import type { ClaimedText } from './text-rows.ts'

type Parts = Pick<Services, 'config' | 'authPool' | 'ledgerPool' | 'keys' | 'now'>

/** A text message as it is sent, or why it is not: it is true no longer, or the tenant wants none. */
export type WrittenText = { to: string; text: string } | { dropped: 'outdated' | 'unwanted' }

/** Writes a text message as it should read now. It is outdated too if its link has ended or its number was erased. */
export async function writeText(
  { config, authPool, ledgerPool, keys, now }: Parts,
  { companyId, jobId, textId }: Pick<ClaimedText, 'companyId' | 'jobId' | 'textId'>,
): Promise<WrittenText> {
  const company = await readCompany(ledgerPool, companyId)
  if (!company || company.closing) return outdated
  const events = (await readStream(ledgerPool, companyId, jobId)).filter(isJobEvent)
  const [job, sending, at] = [foldJob(events), sendingOf(events, textId), now().toISOString()]
  const link = sending && openLink(job?.office, sending.linkId, at)
  if (!job || !link || sending.sentTo === erasedText) return outdated
  if (!(await mayBeTold(ledgerPool, { companyId, ...link }, 'text'))) return { dropped: 'unwanted' }
  const nameOf = async (userId: string) => (await readMember(authPool, { companyId, userId }))?.fullName
  const onTheWay =
    sending.news === 'on the way' ? await onTheWayFacts({ job, now: at, zone: company.timeZone, nameOf }) : undefined
  const isVisit = sending.news === 'booked' || sending.news === 'moved'
  const visit = isVisit ? visitWords(job, company.timeZone) : undefined
  // It is no longer true.
  if (sending.news === 'on the way' ? !onTheWay : isVisit && !visit) return outdated
  if (sending.news === 'cancelled' && job.jobBookingId !== undefined && job.jobStatus !== 'cancelled') return outdated
  const text = firstThatFits(
    textWords(sending.news, {
      name: oneLine(company.papers?.tradingName || company.name),
      site: oneLine(job.apartmentName),
      link: `${addressOf(config)}${tenantPath(keys, sending.linkId)}`,
      ...(visit ? { visit } : {}),
      ...(onTheWay ? { onTheWay } : {}),
    }),
  )
  return { to: sending.sentTo, text }
}

const outdated = { dropped: 'outdated' } as const

type Facts = {
  name: string
  site: string
  link: string
  visit?: string
  onTheWay?: { who: string; expected?: string | undefined }
}

/** The ways to say it, the fullest first: where names are long, the site is left out before the company. */
export function textWords(news: ToldNews | undefined, facts: Facts): readonly [string, ...string[]] {
  const { name, site, link, visit = '', onTheWay } = facts
  const short = clipped(name)
  switch (news) {
    case undefined:
      return [
        `${name}: your repair at ${site}. See where it stands, and confirm the visit or ask for another time: ${link}`,
        `${short}: your repair. See where it stands, and confirm the visit or ask for another time: ${link}`,
        `Your repair: ${link}`,
      ]
    case 'booked':
      return [
        `${name} would like to come on ${visit}. Confirm the visit or ask for another time: ${link}`,
        `${short} would like to come on ${visit}. Confirm or ask for another time: ${link}`,
        `A visit on ${visit}: ${link}`,
      ]
    case 'moved':
      return [
        `Your visit has moved: ${name} would now like to come on ${visit}. Confirm it or ask for another time: ${link}`,
        `Your visit has moved: ${short} would now like to come on ${visit}. ${link}`,
        `Your visit has moved to ${visit}: ${link}`,
      ]
    case 'cancelled':
      return [
        `${name} has cancelled the visit at ${site}. See what comes next: ${link}`,
        `${short} has cancelled your visit. See what comes next: ${link}`,
        `Your visit is cancelled: ${link}`,
      ]
    case 'on the way': {
      const { who = 'Someone', expected } = onTheWay ?? {}
      const when = expected ? `, expected about ${expected}` : ''
      return [
        `${who} from ${name} is on the way${when}. See the visit: ${link}`,
        `${clipped(who)} from ${short} is on the way${when}. ${link}`,
        `Your visit: someone is on the way${when}. ${link}`,
      ]
    }
  }
}

const clipped = (name: string) => (name.length > 40 ? `${name.slice(0, 37).trimEnd()}...` : name)
