import type { RequestHandler } from 'express'
import { v5 as idFrom } from 'uuid'
import type { CommandContext } from '#api/commands/handle-command.ts'
import { requireOwnCompany } from '#api/company/own-company.ts'
import { parse, refused } from '#api/http/errors.ts'
import type { Outcomes } from '#api/metrics/metrics.ts'
import { isBookedFor } from '#core/job/booking-decisions.ts'
import { isOffice } from '#core/model/access.ts'
import { refuse } from '#core/model/refusals.ts'
import { type AddJobRequest, addJobRequest } from '#core/wire/spec-calls.ts'
import { findJobId, findUserIds, readJobNow } from './find.ts'
import { sendCommand } from './send-command.ts'

const namespace = '5b1f6f0c-2f6e-4a6e-8c35-0f6f0a1c7d21'

/** POST /api/addJob: books a visit. Repeated with the same details, it returns the same booking. */
export const addJob =
  (context: CommandContext, outcomes: Outcomes): RequestHandler =>
  async (req, res) => {
    const { member } = res.locals
    const { companyId, bookingDetails } = parse(addJobRequest, req.body)
    requireOwnCompany(member, companyId)
    if (!isOffice(member.role)) throw refused(refuse('office-only'))
    const { jobsBooked, anyway } = bookingDetails
    const [name = ''] = [jobsBooked].flat()
    const jobId = await findJobId(context.pool, member.companyId, name)
    const now = jobId && (await readJobNow(context.pool, member.companyId, jobId))
    if (!now) throw refused(refuse('job-not-found'))
    const assignedTo = await findUserIds(context.pool, member.companyId, [bookingDetails.assignedTo ?? []].flat())
    if (!assignedTo) throw refused(refuse('not-a-member', {}, 'assignedTo'))
    const visit = visitOf(bookingDetails, assignedTo)
    // Simultaneous calls for the same booking derive the same id; after a deletion the id is a new one.
    const known = isBookedFor(now.job, visit) ? now.job.jobBookingId : undefined
    const jobBookingId = known ?? idFrom(JSON.stringify([jobId, now.deletions, ...namesOf(visit)]), namespace)
    await sendCommand(context, outcomes, member, {
      type: 'ScheduleJob',
      data: { jobId, jobBookingId, ...visit, ...(anyway === undefined ? {} : { anyway }) },
    })
    res.json({ jobBookingId })
  }

/** The identity of a visit, however its instants are written. */
const namesOf = ({ jobStart, jobEnd, access, assignedTo }: Visit) => [
  Date.parse(jobStart),
  Date.parse(jobEnd),
  access,
  assignedTo,
]

type Visit = { jobStart: string; jobEnd: string; access: string; assignedTo: string[] }

const visitOf = (details: AddJobRequest['bookingDetails'], assignedTo: string[]): Visit => ({
  jobStart: details.dateScheduled,
  jobEnd: details.endTimeScheduled,
  access: details.accessInfo ?? '',
  assignedTo,
})
