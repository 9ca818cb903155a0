import type { RequestHandler } from 'express'
import { isOffice } from '#core/access.ts'
import { refuse } from '#core/refusals.ts'
import { id } from '#core/values.ts'
import { deleteJobRequest } from '#core/wire-spec-calls.ts'
import { invalid, parse, refused } from '../errors.ts'
import type { Door } from '../handle.ts'
import type { Outcomes } from '../metrics.ts'
import { requireOwnCompany } from '../own-company.ts'
import { given } from './given.ts'
import { jobOfBooking } from './named.ts'

/** POST /api/deleteJob: deletes a booking. One that is deleted already stays so, and one that came after it stays. */
export const deleteJob =
  (door: Door, outcomes: Outcomes): RequestHandler =>
  async (req, res) => {
    const { member } = res.locals
    const asked = parse(deleteJobRequest, req.body)
    requireOwnCompany(member, asked.companyId)
    if (!isOffice(member.role)) throw refused(refuse('office-only'))
    const { data: jobBookingId } = id.safeParse(asked.jobBookingId)
    if (!jobBookingId) throw invalid('The field jobBookingId is missing or not valid.', 'jobBookingId')
    const jobId = await jobOfBooking(door.pool, member.companyId, jobBookingId)
    if (!jobId) throw refused(refuse('job-not-found'))
    await given(door, outcomes, member, { type: 'DeleteBooking', data: { jobId, jobBookingId } })
    res.json({ message: 'Booking deleted successfully!' })
  }
