import * as z from 'zod/mini'
import { type Message, officeOnly } from '#core/model/messages.ts'
import { cameraTime, givenInstant, id, instant, requiredText, text } from '#core/model/values.ts'

/** The most that a tenant may suggest at once, and write beside it. */
export const mostWindows = 20
export const messageLength = 1_000

/** What a message beside the link itself tells a tenant. */
export const toldNews = ['booked', 'moved', 'cancelled', 'on the way'] as const
export type ToldNews = (typeof toldNews)[number]
const told = { news: z.optional(z.enum(toldNews)) }
/** Missing for email. */
const way = z.optional(z.literal('text'))
/** A mail or a text message, by an id that is the same on every try. */
const sending = z.strictObject({ mailId: id, sentTo: text(320), way })

const link = z.strictObject({ linkId: id })
const visit = { jobBookingId: id, jobStart: instant, jobEnd: instant }

/**
 * What concerns a tenant's page. The secret of a link is in no event: only its id. Links and requests are the office's; that a
 * visit suits the tenant, everybody may know who goes there.
 */
export const tenantEvents = {
  /** For one contact of the site that the job was at. */
  TenantLinkMade: officeOnly(z.extend(link, { siteId: id, contactId: id })),
  TenantLinkSent: officeOnly(z.extend(link, { mailId: id, sentTo: text(320), ...told, way })),
  TenantLinkRevoked: officeOnly(link),
  VisitConfirmed: z.extend(link, visit),
  /** Times that suit the tenant better, by the visit that they had been offered, if any. */
  OtherTimesAsked: officeOnly(
    z.extend(link, {
      jobBookingId: z.optional(id),
      windows: z.array(z.strictObject({ start: instant, end: instant })),
      message: text(messageLength),
    }),
  ),
}
export type TenantEvent = Message<typeof tenantEvents>

const ofLink = z.extend(link, { jobId: id })
const givenWindow = z.strictObject({ start: givenInstant, end: givenInstant })

/** Commands that only the server gives, for the office and for tenants with a link; devices do not know them. */
export const tenantCommands = {
  MakeTenantLink: z.extend(ofLink, { siteId: id, contactId: id }),
  /** By email, by text message, or by both at once. */
  RecordTenantLinkSent: z.extend(ofLink, {
    sendings: z.array(sending).check(z.minLength(1), z.maxLength(2)),
    ...told,
  }),
  RevokeTenantLink: ofLink,
  ConfirmVisit: z.extend(ofLink, visit),
  AskForOtherTimes: z.extend(ofLink, {
    windows: z.array(givenWindow).check(z.maxLength(mostWindows)),
    message: text(messageLength),
  }),
  WriteAsTenant: z.extend(ofLink, { noteId: id, note: text(messageLength) }),
  /** The server has stored the photo. */
  AddTenantPhoto: z.extend(ofLink, {
    imageId: id,
    src: requiredText(300),
    width: z.int(),
    height: z.int(),
    takenAt: z.optional(cameraTime),
  }),
}
export type TenantCommand = Message<typeof tenantCommands>
