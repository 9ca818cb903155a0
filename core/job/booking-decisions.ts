import { defaultTimeZone } from '#core/company/company.ts'
import type { Decisions } from '#core/model/messages.ts'
import { refuse } from '#core/model/refusals.ts'
import { wallClock } from '#core/time/wall-clock.ts'
import { forOffice, isInstant, type JobFacts, statusChange } from './decision-rules.ts'
import type { Job } from './job.ts'
import type { JobCommand, JobEvent } from './messages.ts'
import { type Overlap, overlapsOf } from './overlaps/overlap.ts'
import { derivedStatus, type JobStatus } from './values.ts'

type Booking = Extract<JobEvent, { type: 'JobScheduled' }>['data']

/** Whether the job is booked for this visit, under whatever booking id. The same instant can be written in several ways. */
export const isBookedFor = (job: Job, { jobStart, jobEnd, access, assignedTo }: Omit<Booking, 'jobBookingId'>) =>
  isInstant(job.jobStart, jobStart) &&
  isInstant(job.jobEnd, jobEnd) &&
  job.access === access &&
  job.assignedTo.join() === assignedTo.join()

/** Whether the job already has exactly this booking. */
const isBooked = (job: Job, booking: Booking) => job.jobBookingId === booking.jobBookingId && isBookedFor(job, booking)

/** Of a job that is not booked any more, somebody has set the status since. */
const statusPutBack = ({ jobStatus }: Job, before: JobStatus) => (jobStatus === 'booked' ? before : undefined)

/** The times in the sentence are in the company's time zone. */
function alreadyBooked(
  { userId, jobStart, jobEnd, jobRef }: Overlap,
  { usernames = {}, timeZone = defaultTimeZone }: JobFacts,
) {
  const [from, to] = [jobStart, jobEnd].map((instant) => wallClock(instant, timeZone).time)
  return refuse(
    'already-booked',
    { name: usernames[userId] ?? 'Someone', from: from ?? '', to: to ?? '', jobRef },
    'assignedTo',
  )
}

/** The decisions on the job's booking. */
export const bookingDecisions: Pick<Decisions<Job, JobCommand, JobEvent, JobFacts>, 'ScheduleJob' | 'DeleteBooking'> = {
  ScheduleJob: (state, { jobId, anyway = false, statusBefore, ...booking }, context) =>
    forOffice(state, context, (job) => {
      if (!job.jobDescriptions.some((one) => one.status === 'not completed')) return refuse('nothing-to-schedule')
      if (Date.parse(booking.jobEnd) <= Date.parse(booking.jobStart)) return refuse('ends-before-start', {}, 'jobEnd')
      const { memberIds, bookings = [] } = context.facts
      if (memberIds && booking.assignedTo.some((one) => !memberIds.includes(one)))
        return refuse('not-a-member', {}, 'assignedTo')
      const overlaps = overlapsOf(bookings, { jobId, ...booking })
      if (overlaps[0] && !anyway && !isBooked(job, booking)) return alreadyBooked(overlaps[0], context.facts)
      const confirmed = overlaps.map(({ jobId, userId }) => ({ jobId, userId }))
      const data = { ...booking, ...(confirmed.length > 0 ? { overlaps: confirmed } : {}) }
      return [
        ...(isBooked(job, booking) ? [] : [{ type: 'JobScheduled', data } as const]),
        ...statusChange(job, statusBefore ? statusPutBack(job, statusBefore) : 'booked', 'scheduled'),
      ]
    }),
  DeleteBooking: (state, { jobBookingId }, context) =>
    forOffice(state, context, (job) => {
      if (!job.jobBookingId || (jobBookingId && jobBookingId !== job.jobBookingId)) return []
      const back = job.jobStatus === 'booked' ? (derivedStatus(job.jobDescriptions) ?? 'pending') : undefined
      return [
        { type: 'BookingDeleted', data: { jobBookingId: job.jobBookingId } },
        ...statusChange(job, back, 'booking deleted'),
      ]
    }),
}
