import {
  forOffice,
  isInstant,
  type JobContext,
  type JobFacts,
  type Outcome,
  refusalIfFull,
} from '#core/job/decision-rules.ts'
import type { Job } from '#core/job/job.ts'
import type { JobEvent } from '#core/job/messages.ts'
import { noteCount } from '#core/job/newest-notes.ts'
import { mostImages, mostNotes } from '#core/job/values.ts'
import { type Decisions, decideBy } from '#core/model/messages.ts'
import { refuse } from '#core/model/refusals.ts'
import { refuseTenant } from './refuse-tenant.ts'
import type { TenantCommand } from './tenant-messages.ts'
import { isConfirmed, isOpenLink, isOver, openLink, type TenantLink, wasSentWith } from './tenant-page.ts'

/** The most links that a job can have had, and how often other times can be asked for by one. */
export const mostLinks = 20
export const mostAsked = 20
/** The most messages and photos that come by one link. */
export const mostMessages = 50
export const mostPhotos = 20
/** In milliseconds: a tenant may ask for a time until so long from now. */
const furthest = 92 * 24 * 3_600_000

const decisions: Decisions<Job, TenantCommand, JobEvent, JobFacts> = {
  // A contact has one link: who is given another can no longer use the first.
  MakeTenantLink: (state, { jobId: _, ...made }, context) =>
    forOffice(state, context, (job) => {
      const links = job.office?.tenantLinks ?? []
      if (links.some((one) => one.linkId === made.linkId)) return []
      if (links.length >= mostLinks) return refuseTenant('links-full', { most: mostLinks })
      const earlier = links.filter((one) => one.contactId === made.contactId && isOpenLink(one, context.at))
      return [
        ...earlier.map(({ linkId }): JobEvent => ({ type: 'TenantLinkRevoked', data: { linkId } })),
        { type: 'TenantLinkMade', data: made },
      ]
    }),
  RecordTenantLinkSent: (state, { linkId, sendings, news }, context) =>
    forOffice(state, context, (job) => {
      const link = openLink(job.office, linkId, context.at)
      if (!link) return refuseTenant('link-ended')
      return sendings
        .filter(({ mailId }) => !wasSentWith(link, mailId))
        .map((sending) => {
          const { way, ...sent } = sending
          const told = news === undefined ? {} : { news }
          return { type: 'TenantLinkSent', data: { linkId, ...sent, ...told, ...(way ? { way } : {}) } }
        })
    }),
  RevokeTenantLink: (state, { linkId }, context) =>
    forOffice(state, context, (job) => {
      const link = job.office?.tenantLinks?.find((one) => one.linkId === linkId)
      if (!link) return refuseTenant('link-ended')
      return link.revokedAt === undefined ? [{ type: 'TenantLinkRevoked', data: { linkId } }] : []
    }),
  ConfirmVisit: (state, { jobId: _, ...confirmed }, context) =>
    forTenant(state, confirmed.linkId, context, (job) => {
      const isIt =
        !isOver(job.jobStatus) &&
        job.jobBookingId === confirmed.jobBookingId &&
        isInstant(job.jobStart, confirmed.jobStart) &&
        isInstant(job.jobEnd, confirmed.jobEnd)
      if (!isIt || Date.parse(confirmed.jobEnd) < Date.parse(context.at)) return refuseTenant('visit-changed')
      return isConfirmed(job) && !job.office?.otherTimes ? [] : [{ type: 'VisitConfirmed', data: confirmed }]
    }),
  AskForOtherTimes: (state, { linkId, windows, message }, context) =>
    forTenant(state, linkId, context, (job, { asked }) => {
      if (windows.length === 0) return refuseTenant('times-required', {}, 'windows')
      const now = Date.parse(context.at)
      const isFit = windows.every(({ start, end }) => {
        const [from, until] = [Date.parse(start), Date.parse(end)]
        return from < until && until > now && until < now + furthest
      })
      if (!isFit) return refuseTenant('times-passed', {}, 'windows')
      const words = message.trim()
      const before = job.office?.otherTimes
      // A form that is sent twice asks once.
      if (before?.linkId === linkId && before.message === words && isSame(before.windows, windows)) return []
      if (asked >= mostAsked) return refuseTenant('asked-often')
      const offered = job.jobBookingId === undefined ? {} : { jobBookingId: job.jobBookingId }
      return [{ type: 'OtherTimesAsked', data: { linkId, ...offered, windows, message: words } }]
    }),
  WriteAsTenant: (state, { linkId, noteId, note }, context) =>
    forTenant(state, linkId, context, (job) => {
      const words = note.trim()
      if (!words) return refuse('note-empty', {}, 'note')
      // A form that is sent twice says it once: its id is the same.
      if (job.extraNotes.some((one) => one.noteId === noteId)) return []
      if (job.extraNotes.filter((one) => one.linkId === linkId).length >= mostMessages)
        return refuseTenant('written-often')
      const full = refusalIfFull({ length: noteCount(job) }, mostNotes, 'comments')
      return full ?? [{ type: 'NoteAdded', data: { noteId, note: words, linkId } }]
    }),
  AddTenantPhoto: (state, { jobId: _, ...photo }, context) =>
    forTenant(state, photo.linkId, context, (job) => {
      if (job.images.some((one) => one.imageId === photo.imageId)) return []
      if (job.images.filter((one) => one.linkId === photo.linkId).length >= mostPhotos)
        return refuseTenant('photos-full', { most: mostPhotos }, 'images')
      const full = refusalIfFull(job.images, mostImages, 'images')
      return full ?? [{ type: 'ImageAdded', data: { ...photo, description: '' } }]
    }),
}

/** Decides what the office does with a job's links, and what is done by one. */
export const decideTenant = decideBy(decisions)

type Window = { start: string; end: string }
const isSame = (one: readonly Window[], other: readonly Window[]) =>
  one.length === other.length &&
  one.every(({ start, end }, at) => isInstant(start, other[at]?.start ?? '') && isInstant(end, other[at]?.end ?? ''))

/** Runs a decision on what is done by a link. What is no tenant's, and a link that has ended, are refused alike. */
function forTenant(
  job: Job | undefined,
  linkId: string,
  { actorRole, at }: JobContext,
  decide: (job: Job, link: TenantLink) => Outcome,
): Outcome {
  const link = actorRole === 'tenant' ? openLink(job?.office, linkId, at) : undefined
  return job && link ? decide(job, link) : refuseTenant('link-ended')
}
