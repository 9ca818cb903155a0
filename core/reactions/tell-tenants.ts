import type { TenantRule, TenantWay } from '#core/company/tenant-rule.ts'
import type { Job } from '#core/job/job.ts'
import { onTheWayNow } from '#core/job/on-the-way/on-the-way.ts'
import type { ToldNews } from '#core/job/tenant/tenant-messages.ts'
import { isOpenLink, type TenantLink, wasSent } from '#core/job/tenant/tenant-page.ts'
import type { EventType, FoldedEvent } from '#core/ledger/ledger.ts'
import { mayBeToldBy } from '#core/site/refused-ways.ts'
import { settlingTime } from './notification.ts'

/** What a tenant may be told of a job: its visit, or that somebody is on the way. */
export type About = 'visit' | 'on the way'

/** Tells tenants of visits by the company's rule. What is told is worked out when it is due, by how the job is then. */
export const tellTenants = {
  name: 'tenants',
  version: 1,
  listensTo: ['JobScheduled', 'BookingDeleted', 'JobStatusChanged', 'OnTheWaySaid'] satisfies EventType[],
}

/** What an event makes due, and when: a visit ten minutes after its last change, being on the way at once. */
export function dueAfter(event: FoldedEvent): { about: About; dueAt: string } | undefined {
  const { type, data, recordedAt } = event
  if (type === 'OnTheWaySaid') return { about: 'on the way', dueAt: recordedAt }
  const isVisit =
    type === 'JobScheduled' ||
    type === 'BookingDeleted' ||
    (type === 'JobStatusChanged' && (data.to === 'cancelled' || data.from === 'cancelled'))
  if (!isVisit) return undefined
  return { about: 'visit', dueAt: new Date(Date.parse(recordedAt) + settlingTime).toISOString() }
}

/** What a contact is to be told: by which link, if they have one, what besides the link itself, and by which ways. */
export type Telling = { link?: TenantLink | undefined; news?: ToldNews; ways: readonly TenantWay[] }

type Asked = {
  contactId: string
  /** The ways by which the contact asked to be told nothing. */
  refuses?: readonly TenantWay[] | undefined
  rule: TenantRule | undefined
  about: About
  now: string
}

/** What a tenant is to be told of a job now; undefined if nothing, or if they were told. */
export function tellingOf(job: Job, asked: Asked): Telling | undefined {
  const telling = tellingByRule(job, asked)
  const ways = telling?.ways.filter((way) => mayBeToldBy(asked, way)) ?? []
  return telling && ways.length > 0 ? { ...telling, ways } : undefined
}

function tellingByRule(job: Job, { contactId, rule, about, now }: Asked): Telling | undefined {
  const link = job.office?.tenantLinks?.find((one) => one.contactId === contactId && isOpenLink(one, now))
  if (about === 'on the way')
    return rule?.onTheWay?.length && onTheWayNow(job, now).length > 0
      ? { link, news: 'on the way', ways: rule.onTheWay }
      : undefined
  const isOver = job.jobStatus === 'completed' || job.jobStatus === 'cancelled'
  const { jobBookingId, jobStart, jobEnd } = job
  const isAhead = !isOver && jobBookingId !== undefined && jobEnd !== undefined && jobEnd > now
  const wasTold = link !== undefined && wasSent(link)
  if (isAhead && !wasTold) return rule?.booked?.length ? { link, ways: rule.booked } : undefined
  if (!rule?.changed?.length || !wasTold) return undefined
  const ways = rule.changed
  const told = link.told && link.told.jobEnd > now ? link.told : undefined
  if (!isAhead) return told && job.jobStatus !== 'completed' ? { link, news: 'cancelled', ways } : undefined
  if (told?.jobStart === jobStart && told?.jobEnd === jobEnd) return undefined
  return { link, news: told ? 'moved' : 'booked', ways }
}
