import { type CompanyPlan, defaultTimeZone } from '#core/company/company.ts'
import { refusalOfNewJob } from '#core/company/plan-rules.ts'
import { isOffice } from '#core/model/access.ts'
import { label } from '#core/model/label.ts'
import { type DecisionContext, type Decisions, decideBy } from '#core/model/messages.ts'
import { type Refusal, refuse } from '#core/model/refusals.ts'
import { wallClock } from '#core/time/wall-clock.ts'
import type { Job, Task } from './job.ts'
import type { JobCommand, JobEvent } from './messages.ts'
import { type Booked, type Overlap, overlapsOf } from './overlap.ts'
import * as values from './values.ts'

const { capitalised, derivedStatus, needsAllTasksCompleted, nextTaskStatus } = values

/**
 * The facts of the company that a job's decisions depend on: its people, their names and other bookings, and its time zone.
 * They are missing in the browser; the API decides again with them.
 */
export type JobFacts = {
  memberIds?: readonly string[]
  usernames?: Readonly<Record<string, string>>
  bookings?: readonly Booked[]
  timeZone?: string
  /** The company's plan, and the current time by the server's clock, as a device's clock cannot be trusted. */
  plan?: CompanyPlan
  now?: string
}
type JobContext = DecisionContext<JobFacts>
type Outcome = readonly JobEvent[] | Refusal

const statusChange = (
  job: Job,
  to: values.JobStatus | undefined,
  reason: 'tasks' | 'warning' | 'scheduled' | 'booking deleted',
) =>
  to && to !== job.jobStatus ? [{ type: 'JobStatusChanged', data: { from: job.jobStatus, to, reason } } as const] : []

const clearedInvoice = (job: Job | undefined): JobEvent[] =>
  job?.office?.invoice ? [{ type: 'InvoiceCleared', data: {} }] : []

/** A change to the tasks, with the resulting job status. */
const afterTasks = (job: Job, change: JobEvent, tasks: readonly { status: values.TaskStatus }[]): JobEvent[] => [
  change,
  ...statusChange(job, derivedStatus(tasks), 'tasks'),
]

const movedTo = {
  completed: 'TaskCompleted',
  'to estimate': 'TaskToEstimate',
  'not completed': 'TaskReopened',
} as const

const moveTask = (job: Job, task: Task, status: values.TaskStatus): JobEvent[] =>
  afterTasks(
    job,
    { type: movedTo[status], data: { taskId: task.taskId } },
    job.jobDescriptions.map((one) => (one === task ? { status } : one)),
  )

const referralOf = (data: { workOrder?: string; agency?: string; receivedBy?: string }) =>
  Object.fromEntries(
    (['workOrder', 'agency', 'receivedBy'] as const).flatMap((key) =>
      data[key] === undefined ? [] : [[key, data[key].trim()]],
    ),
  )

type Booking = Extract<JobEvent, { type: 'JobScheduled' }>['data']

/** Whether the job is booked for this visit, under whatever booking id. The same instant can be written in several ways. */
export const isBookedFor = (job: Job, { jobStart, jobEnd, access, assignedTo }: Omit<Booking, 'jobBookingId'>) =>
  isInstant(job.jobStart, jobStart) &&
  isInstant(job.jobEnd, jobEnd) &&
  job.access === access &&
  job.assignedTo.join() === assignedTo.join()

const isInstant = (one: string | undefined, other: string) => one !== undefined && Date.parse(one) === Date.parse(other)

/** Whether the job already has exactly this booking. */
const isBooked = (job: Job, booking: Booking) => job.jobBookingId === booking.jobBookingId && isBookedFor(job, booking)

const forOffice = (job: Job | undefined, context: JobContext, decide: (job: Job) => Outcome): Outcome =>
  !job ? refuse('job-not-found') : isOffice(context.actorRole) ? decide(job) : refuse('office-only')

const forTask = (job: Job | undefined, taskId: string, decide: (job: Job, task: Task) => Outcome): Outcome => {
  if (!job) return refuse('job-not-found')
  const task = job.jobDescriptions.find((one) => one.taskId === taskId)
  return task ? decide(job, task) : refuse('task-not-found')
}

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

const decisions: Decisions<Job, JobCommand, JobEvent, JobFacts> = {
  CreateJob: (job, { jobId: _, tasks, ...data }, context) => {
    if (job) return refuse('job-exists')
    if (!isOffice(context.actorRole)) return refuse('office-only')
    const ended = refusalOfNewJob(context.facts.plan, context.facts.now)
    if (ended) return ended
    const apartmentName = capitalised(data.apartmentName)
    if (!apartmentName) return refuse('site-required', {}, 'apartmentName')
    if (new Set(tasks.map((one) => one.taskId)).size < tasks.length) return refuse('task-exists', {}, 'tasks')
    const referral = referralOf(data)
    const { createdAt, apartmentId } = data
    return [
      {
        type: 'JobCreated',
        data: {
          apartmentName,
          ...(apartmentId ? { apartmentId } : {}),
          createdAt,
          jobPriority: 1,
          tasks: tasks.map(({ taskId, description, status = 'not completed' }) => ({ taskId, description, status })),
        },
      },
      ...(Object.values(referral).some(Boolean) ? [{ type: 'JobReferred', data: referral } as const] : []),
      ...tasks.flatMap(({ taskId, price }) =>
        price === undefined ? [] : [{ type: 'TaskPriced', data: { taskId, price } } as const],
      ),
    ]
  },
  EditJob: (state, { jobId: _, from = {}, ...to }, context) =>
    forOffice(state, context, (job) => {
      const now = { ...job.office, apartmentName: job.apartmentName, createdAt: job.createdAt }
      const name = to.apartmentName === undefined ? undefined : capitalised(to.apartmentName)
      if (name === '') return refuse('site-required', {}, 'apartmentName')
      const wanted: typeof to = { ...to, ...referralOf(to), ...(name ? { apartmentName: name } : {}) }
      const fields = (['apartmentName', 'createdAt', 'workOrder', 'agency', 'receivedBy'] as const).filter(
        (field) => wanted[field] !== undefined && wanted[field] !== now[field],
      )
      const moved = fields.find((field) => from[field] !== undefined && from[field] !== now[field])
      if (moved) return refuse('job-moved-on', {}, moved)
      const referral = Object.fromEntries(
        fields.flatMap((field) => (field === 'apartmentName' || field === 'createdAt' ? [] : [[field, wanted[field]]])),
      )
      return [
        ...(fields.includes('apartmentName') && name
          ? [{ type: 'JobSiteChanged', data: { apartmentName: name } } as const]
          : []),
        ...(fields.includes('createdAt') && to.createdAt
          ? [{ type: 'JobDateChanged', data: { createdAt: to.createdAt } } as const]
          : []),
        ...(Object.keys(referral).length > 0 ? [{ type: 'JobReferred', data: referral } as const] : []),
      ]
    }),
  AddTask: (state, { taskId, description, price, status = 'not completed' }, context) =>
    forOffice(state, context, (job) => {
      if (job.jobDescriptions.some((one) => one.taskId === taskId)) return refuse('task-exists')
      const added = afterTasks(job, { type: 'TaskAdded', data: { taskId, description, status } }, [
        ...job.jobDescriptions,
        { status },
      ])
      return price === undefined ? added : [...added, { type: 'TaskPriced', data: { taskId, price } }]
    }),
  DeleteTask: (state, { taskId }, context) =>
    forOffice(state, context, () =>
      forTask(state, taskId, (job) =>
        afterTasks(
          job,
          { type: 'TaskDeleted', data: { taskId } },
          job.jobDescriptions.filter((one) => one.taskId !== taskId),
        ),
      ),
    ),
  DescribeTask: (state, { taskId, description, from }, context) =>
    forOffice(state, context, () =>
      forTask(state, taskId, (_, task) => {
        if (task.description === description) return []
        if (from !== undefined && from !== task.description) return refuse('task-moved-on')
        return [{ type: 'TaskDescribed', data: { taskId, description } }]
      }),
    ),
  PriceTask: (state, { taskId, price }, context) =>
    forOffice(state, context, () =>
      forTask(state, taskId, (job) =>
        job.office?.prices[taskId] === price ? [] : [{ type: 'TaskPriced', data: { taskId, price } }],
      ),
    ),
  CycleTask: (state, { taskId, from }) =>
    forTask(state, taskId, (job, task) => {
      const to = nextTaskStatus(from)
      if (task.status === to) return []
      return task.status === from ? moveTask(job, task, to) : refuse('task-moved-on')
    }),
  SetTaskStatus: (state, { taskId, status, ready = false, from }) =>
    forTask(state, taskId, (job, task) => {
      if (task.status === status) return []
      if (task.status !== from) return refuse('task-moved-on')
      const again = ready && status === 'not completed' ? [{ type: 'TaskReady', data: { taskId } } as const] : []
      return [...moveTask(job, task, status), ...again]
    }),
  SetTaskReady: (state, { taskId, ready }) =>
    forTask(state, taskId, (_, task) => {
      if (task.ready === ready) return []
      if (task.status !== 'not completed') return refuse('ready-needs-open-task')
      return [{ type: ready ? 'TaskReady' : 'TaskNotReady', data: { taskId } }]
    }),
  ChangeWarning: (job, { warning, invoice }, context) => {
    if (!job) return refuse('job-not-found')
    if (!isOffice(context.actorRole) && !values.teamWarnings.includes(warning)) return refuse('warning-not-for-team')
    if (needsAllTasksCompleted(warning) && job.jobDescriptions.some((one) => one.status !== 'completed'))
      return refuse('tasks-incomplete', { warning: label(warning) })
    if (warning === 'invoiced' && !invoice?.trim()) return refuse('invoice-required', {}, 'invoice')
    return [
      ...(warning === job.warning
        ? []
        : [{ type: 'WarningChanged', data: { from: job.warning, to: warning } } as const]),
      ...(warning === 'invoiced' && invoice?.trim() && invoice.trim() !== job.office?.invoice
        ? [{ type: 'JobInvoiced', data: { invoice: invoice.trim() } } as const]
        : []),
      ...clearedInvoice(warning === 'free of charge' ? job : undefined),
      ...statusChange(job, values.warningStatus[warning], 'warning'),
    ]
  },
  ScheduleJob: (state, { jobId, anyway = false, ...booking }, context) =>
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
        ...statusChange(job, 'booked', 'scheduled'),
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
  AddNote: (job, { noteId, note }) => {
    if (!job) return refuse('job-not-found')
    if (!note.trim()) return refuse('note-empty', {}, 'note')
    return job.extraNotes.some((one) => one.noteId === noteId)
      ? []
      : [{ type: 'NoteAdded', data: { noteId, note: note.trim() } }]
  },
  DeleteNote: (job, { noteId }, context) => {
    const note = job?.extraNotes.find((one) => one.noteId === noteId)
    if (!note) return refuse(job ? 'note-not-found' : 'job-not-found')
    return note.userId === context.actorId ? [{ type: 'NoteDeleted', data: { noteId } }] : refuse('not-your-note')
  },
  AddImage: (job, { jobId: _, ...data }) => {
    if (!job) return refuse('job-not-found')
    return job.images.some((one) => one.imageId === data.imageId) ? [] : [{ type: 'ImageAdded', data }]
  },
  DescribeImage: (job, { imageId, description }, context) => {
    const image = job?.images.find((one) => one.imageId === imageId)
    if (!image) return refuse(job ? 'image-not-found' : 'job-not-found')
    if (image.userId !== context.actorId && !isOffice(context.actorRole)) return refuse('not-your-image')
    return image.description === description.trim()
      ? []
      : [{ type: 'ImageDescribed', data: { imageId, description: description.trim() } }]
  },
  DeleteImage: (job, { imageId }, context) => {
    const image = job?.images.find((one) => one.imageId === imageId)
    if (!image) return refuse(job ? 'image-not-found' : 'job-not-found')
    if (image.userId !== context.actorId && !isOffice(context.actorRole)) return refuse('not-your-image')
    return [{ type: 'ImageDeleted', data: { imageId } }]
  },
  SetNextVisit: (job, { jobId: _, ...data }) => {
    if (!job) return refuse('job-not-found')
    const same = job.nextVisitHours === data.nextVisitHours && job.nextVisitPeople === data.nextVisitPeople
    return same ? [] : [{ type: 'NextVisitSet', data }]
  },
  CorrectTime: (state, { jobId: _, version, happenedAt, reason }, context) =>
    forOffice(state, context, (job) => {
      if (version > job.version) return refuse('event-not-found')
      if (!reason.trim()) return refuse('reason-required', {}, 'reason')
      if (Date.parse(happenedAt) > Date.parse(context.facts.now ?? context.at))
        return refuse('time-ahead', {}, 'happenedAt')
      const said = job.office?.corrections?.[version]
      return said?.reason === reason.trim() && isInstant(said.happenedAt, happenedAt)
        ? []
        : [{ type: 'TimeCorrected', data: { version, happenedAt, reason: reason.trim() } }]
    }),
}

/** Decides a command on a job: new events (none if nothing changes) or a refusal. */
export const decide = decideBy(decisions)
