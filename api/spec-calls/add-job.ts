import type { RequestHandler } from 'express'
import { v5 as idFrom } from 'uuid'
import { isOffice } from '#core/access.ts'
import type { Job } from '#core/job.ts'
import { refuse } from '#core/refusals.ts'
import { type AddJobRequest, addJobRequest } from '#core/wire-spec-calls.ts'
import { parse, refused } from '../errors.ts'
import type { Door } from '../handle.ts'
import type { Outcomes } from '../metrics.ts'
import { requireOwnCompany } from '../own-company.ts'
import { given } from './given.ts'
import { jobNamed, peopleNamed, readJobNow } from './named.ts'

const namespace = '5b1f6f0c-2f6e-4a6e-8c35-0f6f0a1c7d21'

/** POST /api/addJob: books a visit. Called again with the same details, it answers the same booking. */
export const addJob =
  (door: Door, outcomes: Outcomes): RequestHandler =>
  async (req, res) => {
    const { member } = res.locals
    const { companyId, bookingDetails } = parse(addJobRequest, req.body)
    requireOwnCompany(member, companyId)
    if (!isOffice(member.role)) throw refused(refuse('office-only'))
    const { jobsBooked, anyway } = bookingDetails
    const [name = ''] = [jobsBooked].flat()
    const jobId = await jobNamed(door.pool, member.companyId, name)
    const now = jobId && (await readJobNow(door.pool, member.companyId, jobId))
    if (!now) throw refused(refuse('job-not-found'))
    const assignedTo = await peopleNamed(door.pool, member.companyId, [bookingDetails.assignedTo ?? []].flat())
    if (!assignedTo) throw refused(refuse('not-a-member', {}, 'assignedTo'))
    const visit = visitOf(bookingDetails, assignedTo)
    // Two calls at once that mean the same booking find the same id for it; after a deletion it is another one.
    const jobBookingId = isBooked(now.job, visit)
      ? now.job.jobBookingId
      : idFrom(JSON.stringify([jobId, now.deletions, visit]), namespace)
    await given(door, outcomes, member, {
      type: 'ScheduleJob',
      data: { jobId, jobBookingId, ...visit, ...(anyway === undefined ? {} : { anyway }) },
    })
    res.json({ jobBookingId })
  }

type Visit = { jobStart: string; jobEnd: string; access: string; assignedTo: string[] }

const visitOf = (details: AddJobRequest['bookingDetails'], assignedTo: string[]): Visit => ({
  jobStart: details.dateScheduled,
  jobEnd: details.endTimeScheduled,
  access: details.accessInfo ?? '',
  assignedTo,
})

const isBooked = (job: Job, visit: Visit): job is Job & { jobBookingId: string } =>
  job.jobBookingId !== undefined &&
  job.jobStart === visit.jobStart &&
  job.jobEnd === visit.jobEnd &&
  job.access === visit.access &&
  job.assignedTo.join() === visit.assignedTo.join()
