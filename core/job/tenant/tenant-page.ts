import * as z from 'zod/mini'
import type { Folds } from '#core/model/messages.ts'
import { id, instant } from '#core/model/values.ts'
import { type TenantEvent, type ToldNews, toldNews } from './tenant-messages.ts'

/** A link to the tenant's page of a job, for one contact. */
const tenantLink = z.object({
  linkId: id,
  siteId: id,
  contactId: id,
  madeAt: instant,
  madeBy: z.string(),
  sentAt: z.optional(instant),
  /** The mail that it was sent with last, and what that told besides the link. */
  mailId: z.optional(id),
  news: z.optional(z.enum(toldNews)),
  textedAt: z.optional(instant),
  /** The text message that it was sent with last. */
  textId: z.optional(id),
  /** The visit as it was when the link was sent last. */
  told: z.optional(z.object({ jobStart: instant, jobEnd: instant })),
  revokedAt: z.optional(instant),
  /** Set when the job is completed or cancelled. */
  endsAt: z.optional(instant),
  /** How often other times were asked for by it. */
  asked: z.int(),
})
export type TenantLink = z.infer<typeof tenantLink>

const otherTimes = z.object({
  linkId: id,
  windows: z.array(z.object({ start: instant, end: instant })),
  message: z.string(),
  askedAt: instant,
})
export type OtherTimes = z.infer<typeof otherTimes>

/** What the office knows of a job's tenants: their links, and the request that it has not answered by moving the visit. */
export const tenantOffice = { tenantLinks: z.optional(z.array(tenantLink)), otherTimes: z.optional(otherTimes) }

const confirmedVisit = z.object({ jobBookingId: id, jobStart: instant, jobEnd: instant, timestamp: instant })
/** The visit that a tenant confirmed last. */
export const ofTenant = { visitConfirmed: z.optional(confirmedVisit) }

/** In milliseconds: a link still works for so long after the job is completed or cancelled. */
export const afterCompletion = 30 * 24 * 3_600_000

/** Readers of the team have none of it. */
export type TenantOffice = { tenantLinks?: TenantLink[] | undefined; otherTimes?: OtherTimes | undefined }
type Visit = { jobBookingId?: string | undefined; jobStart?: string | undefined; jobEnd?: string | undefined }
type Confirmed = z.infer<typeof confirmedVisit>
type State = Visit & { jobStatus: string; visitConfirmed?: Confirmed | undefined }
/** Changes what the office knows of tenants, for readers who see it. */
type ChangeOffice<S> = (state: S, change: (known: TenantOffice) => TenantOffice) => S

/** The link, if it still works. */
export const openLink = (office: TenantOffice | undefined, linkId: string, now: string): TenantLink | undefined =>
  office?.tenantLinks?.find((one) => one.linkId === linkId && isOpenLink(one, now))

/** Whether a link still works. */
export const isOpenLink = ({ revokedAt, endsAt }: Pick<TenantLink, 'revokedAt' | 'endsAt'>, now: string): boolean =>
  revokedAt === undefined && (endsAt === undefined || Date.parse(now) < Date.parse(endsAt))

/** Whether a link was ever sent to its tenant. */
export const wasSent = ({ sentAt, textedAt }: Pick<TenantLink, 'sentAt' | 'textedAt'>): boolean =>
  sentAt !== undefined || textedAt !== undefined

/** Whether this mail or text message is the last of its kind that a link was sent with. */
export const wasSentWith = ({ mailId, textId }: Pick<TenantLink, 'mailId' | 'textId'>, id: string): boolean =>
  mailId === id || textId === id

/** Whether a tenant confirmed the visit as it is now: a moved one is to be confirmed again. */
export const isConfirmed = ({ visitConfirmed, ...visit }: Pick<State, 'visitConfirmed' | keyof Visit>): boolean =>
  visitConfirmed !== undefined &&
  visit.jobBookingId === visitConfirmed.jobBookingId &&
  isSameTime(visit, visitConfirmed)

const isSameTime = (one: Visit, other: Visit) =>
  Date.parse(one.jobStart ?? '') === Date.parse(other.jobStart ?? '') &&
  Date.parse(one.jobEnd ?? '') === Date.parse(other.jobEnd ?? '')

/** The folds of what concerns a tenant's page. */
export const tenantFolds = <S extends State>(ofOffice: ChangeOffice<S>): Folds<S, TenantEvent> => ({
  TenantLinkMade: (state, { data, recordedAt, actorId = '' }) => {
    const made = { ...data, madeAt: recordedAt, madeBy: actorId, asked: 0 }
    return (
      state &&
      ofOffice(state, ({ tenantLinks = [], ...known }) => ({
        ...known,
        tenantLinks: [...tenantLinks, isOver(state.jobStatus) ? { ...made, ...ending(recordedAt) } : made],
      }))
    )
  },
  TenantLinkSent: (state, { data, recordedAt }) =>
    state &&
    ofOffice(
      state,
      changeLink(data.linkId, ({ told: _, ...link }) => ({ ...sentBy(link, data, recordedAt), ...visitOf(state) })),
    ),
  TenantLinkRevoked: (state, { data, recordedAt }) =>
    state &&
    ofOffice(
      state,
      changeLink(data.linkId, (link) => ({ ...link, revokedAt: recordedAt })),
    ),
  VisitConfirmed: (state, { data: { linkId: _, ...visit }, happenedAt }) =>
    state && { ...ofOffice(state, withoutRequest), visitConfirmed: { ...visit, timestamp: happenedAt } },
  OtherTimesAsked: (state, { data: { linkId, windows, message }, happenedAt }) =>
    state &&
    ofOffice(state, (known) => ({
      ...changeLink(linkId, (link) => ({ ...link, asked: link.asked + 1 }))(known),
      otherTimes: { linkId, windows, message, askedAt: happenedAt },
    })),
})

/** What the office knows once the job's status has changed: links end some time after it is over, and stay open if it is opened again. */
export function afterStatus(known: TenantOffice, jobStatus: string, recordedAt: string): TenantOffice {
  if (!known.tenantLinks) return known
  const tenantLinks = known.tenantLinks.map((link) => {
    if (!isOpenLink(link, recordedAt)) return link
    const { endsAt: _, ...open } = link
    return isOver(jobStatus) ? { ...open, ...ending(recordedAt) } : open
  })
  return { ...known, tenantLinks }
}

/** What the office knows once the visit was booked or moved: another time answers the tenant's request. */
export const afterBooking = (known: TenantOffice, before: Visit, after: Visit): TenantOffice =>
  isSameTime(before, after) ? known : withoutRequest(known)

type Sent = { mailId: string; news?: ToldNews | undefined; way?: 'text' | undefined }

function sentBy(link: TenantLink, { mailId, news, way }: Sent, at: string): TenantLink {
  if (way === 'text') return { ...link, textedAt: at, textId: mailId }
  const { news: _, ...before } = link
  return { ...before, sentAt: at, mailId, ...(news === undefined ? {} : { news }) }
}

/** The visit that a tenant is told of by what they are sent now. */
const visitOf = ({ jobStatus, jobStart, jobEnd }: State) =>
  jobStart && jobEnd && jobStatus !== 'cancelled' ? { told: { jobStart, jobEnd } } : {}

/** Whether a job is over: its links expire some time later, and its visit can no longer be confirmed. */
export const isOver = (status: string) => status === 'completed' || status === 'cancelled'

const ending = (from: string) => ({ endsAt: new Date(Date.parse(from) + afterCompletion).toISOString() })

const withoutRequest = ({ otherTimes: _, ...known }: TenantOffice): TenantOffice => known

const changeLink =
  (linkId: string, change: (link: TenantLink) => TenantLink) =>
  ({ tenantLinks = [], ...known }: TenantOffice): TenantOffice => ({
    ...known,
    tenantLinks: tenantLinks.map((one) => (one.linkId === linkId ? change(one) : one)),
  })
