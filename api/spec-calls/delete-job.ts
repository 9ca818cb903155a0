import type { RequestHandler } from 'express'
import type { CommandContext } from '#api/commands/handle-command.ts'
import { requireOwnCompany } from '#api/company/own-company.ts'
import { invalid, parse, refused } from '#api/http/errors.ts'
import type { Outcomes } from '#api/metrics/metrics.ts'
import { isOffice } from '#core/model/access.ts'
import { refuse } from '#core/model/refusals.ts'
import { id } from '#core/model/values.ts'
import { deleteJobRequest } from '#core/wire/spec-calls.ts'
import { findJobOfBooking } from './find.ts'
import { sendCommand } from './send-command.ts'

/** POST /api/deleteJob: deletes a booking. Repeated, it changes nothing and leaves later bookings alone. */
export const deleteJob =
  (context: CommandContext, outcomes: Outcomes): RequestHandler =>
  async (req, res) => {
    const { member } = res.locals
    const request = parse(deleteJobRequest, req.body)
    requireOwnCompany(member, request.companyId)
    if (!isOffice(member.role)) throw refused(refuse('office-only'))
    const { data: jobBookingId } = id.safeParse(request.jobBookingId)
    if (!jobBookingId) throw invalid('The field jobBookingId is missing or not valid.', 'jobBookingId')
    const jobId = await findJobOfBooking(context.pool, member.companyId, jobBookingId)
    if (!jobId) throw refused(refuse('job-not-found'))
    await sendCommand(context, outcomes, member, { type: 'DeleteBooking', data: { jobId, jobBookingId } })
    res.json({ message: 'Booking deleted successfully!' })
  }
