import type pg from 'pg'
import { readCompany } from '#api/company/company-answer.ts'
import { memberDocuments } from '#api/reads/documents.ts'
import { jobDocument, notesByLink } from '#api/reads/jobs/job-documents.ts'
import { readSite } from '#api/reads/sites/site.ts'
import type { FoundLink } from '#api/tenant-links/link-rows.ts'
import type { Logo } from '#core/company/logo.ts'
import type { Job } from '#core/job/job.ts'
import { onTheWayNow } from '#core/job/on-the-way/on-the-way.ts'
import { openLink, type TenantLink } from '#core/job/tenant/tenant-page.ts'
import { atBooking } from '#core/job/visit/at-booking.ts'
import { isOnSite } from '#core/job/visit/time-on-site.ts'
import { erasedText } from '#core/model/erased-text.ts'
import { isCurrent } from '#core/site/values.ts'
import { wallClock } from '#core/time/wall-clock.ts'
import { readInCompany } from '#ledger/database/connect.ts'

/** What a tenant may know of the company. */
export type CompanyShown = { name: string; telephone: string; logo?: Logo; timeZone: string }

/** What a tenant's page is made of. Nothing else of the job or its people goes to it. */
export type TenantPage = {
  company: CompanyShown
  site: string
  reportedOn: string
  status: Job['jobStatus']
  tasks: readonly { description: string; isDone: boolean }[]
  visit?: { jobBookingId: string; jobStart: string; jobEnd: string }
  /** The first names of who comes, as far as they are known. */
  comes: readonly string[]
  /** The first names of who has arrived and not left; one that is not known is empty. */
  there: readonly string[]
  /** Who is on the way; a first name that is not known is empty. */
  onTheWay: readonly { firstName: string; expectedAt?: string | undefined }[]
  job: Pick<Job, 'visitConfirmed' | 'jobBookingId' | 'jobStart' | 'jobEnd'>
  /** What the tenant sent by this link. */
  messages: readonly { note: string; at: string }[]
  photos: readonly { imageId: string; src: string }[]
  asked?: NonNullable<NonNullable<Job['office']>['otherTimes']>
}

/** What a link shows: the page, or the company to call if it has ended, or nothing if there is no such company any more. */
export type Shown =
  | { page: TenantPage; company: CompanyShown }
  | { page?: undefined; company: CompanyShown | undefined }

/** Reads what a link shows at a moment. */
export async function readTenantPage(pool: pg.Pool, link: FoundLink, now: Date): Promise<Shown> {
  const { companyId, jobId, linkId } = link
  const found = await readCompany(pool, companyId)
  if (!found) return { company: undefined }
  const company = companyShown(found)
  if (link.isEnded || found.closing) return { company }
  const [document, members, notes] = await readInCompany(pool, companyId, [
    jobDocument({ companyId, jobId }),
    memberDocuments({ companyId }),
    notesByLink({ companyId, jobId, linkId }),
  ])
  const job = document.rows[0]?.body
  const open = job && openLink(job.office, linkId, now.toISOString())
  if (!job || !open || !(await isTheirs(pool, companyId, open, wallClock(now.toISOString(), found.timeZone).day)))
    return { company }
  const at = now.toISOString()
  const firstName = (userId: string) => {
    const name = members.rows.find(({ body }) => body.userId === userId)?.body.fullName
    return name && name !== erasedText ? (name.trim().split(/\s+/)[0] ?? '') : ''
  }
  const comes = job.assignedTo.map(firstName).filter(Boolean)
  const there = atBooking(job, job.arrivals ?? [], company.timeZone)
    .filter((one) => isOnSite(one, at))
    .map(({ userId }) => firstName(userId))
  const onTheWay = onTheWayNow(job, at).map(({ userId, expectedAt }) => ({ firstName: firstName(userId), expectedAt }))
  const messages = (notes.rows[0]?.notes ?? []).map(({ note, timestamp }) => ({ note, at: timestamp }))
  return { company, page: { ...pageOf(company, job, linkId), comes, there, onTheWay, messages } }
}

function pageOf(company: CompanyShown, job: Job, linkId: string) {
  const { jobBookingId, jobStart, jobEnd, visitConfirmed } = job
  const { otherTimes } = job.office ?? {}
  return {
    company,
    site: job.apartmentName,
    reportedOn: job.createdAt,
    status: job.jobStatus,
    tasks: job.jobDescriptions.map(({ description, status }) => ({ description, isDone: status === 'completed' })),
    ...(jobBookingId && jobStart && jobEnd ? { visit: { jobBookingId, jobStart, jobEnd } } : {}),
    job: {
      ...(visitConfirmed ? { visitConfirmed } : {}),
      ...(jobBookingId && jobStart && jobEnd ? { jobBookingId, jobStart, jobEnd } : {}),
    },
    photos: job.images.flatMap(({ linkId: by, imageId, src }) => (by === linkId ? [{ imageId, src }] : [])),
    ...(otherTimes?.linkId === linkId ? { asked: otherTimes } : {}),
  }
}

/** Whether the contact that a link was made for is still a tenant of the site. */
async function isTheirs(pool: pg.Pool, companyId: string, { siteId, contactId }: TenantLink, today: string) {
  const answer = await readSite(pool, companyId, 'office', siteId)
  return answer?.site.tenants.some((one) => one.contactId === contactId && isCurrent(one, today)) ?? false
}

type Company = NonNullable<Awaited<ReturnType<typeof readCompany>>>

/** What everybody may know of a company who has a link of it. */
export const companyShown = ({ name, papers, logo, timeZone }: Company): CompanyShown => ({
  name: papers?.tradingName || name,
  telephone: papers?.telephone ?? '',
  timeZone,
  ...(logo ? { logo } : {}),
})
