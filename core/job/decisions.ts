import { refusalOfNewJob } from '#core/company/plan-rules.ts'
import type { GivenVat } from '#core/company/vat-treatments.ts'
import { isOffice } from '#core/model/access.ts'
import { label } from '#core/model/label.ts'
import { type DecisionContext, type Decisions, decideBy } from '#core/model/messages.ts'
import { isRefusal, type Refusal, refuse } from '#core/model/refusals.ts'
import { attachmentDecisions } from './attachments/attachment-decisions.ts'
import { bookingDecisions } from './booking-decisions.ts'
import {
  forOffice,
  forTask,
  isInstant,
  type JobFacts,
  refusalIfFull,
  statusByWarning,
  statusChange,
  statusWithout,
  warningChange,
} from './decision-rules.ts'
import { deviceDutyDecisions } from './duty-decisions/device-decisions.ts'
import { invoicedAtOf } from './invoice-number/invoices-before.ts'
import type { Job, Task } from './job.ts'
import type { JobCommand, JobEvent } from './messages.ts'
import { noteCount } from './newest-notes.ts'
import { onTheWayDecisions } from './on-the-way/on-the-way-decisions.ts'
import { pairDecisions } from './pair-decisions.ts'
import { withPhotoRule } from './photo-rule.ts'
import { hasMovedOn, isSetting, withoutSeen } from './seen-values.ts'
import { signatureDecisions } from './signature-decisions.ts'
import * as values from './values.ts'
import { visitDecisions } from './visit-decisions.ts'

const { capitalised, derivedStatus, needsAllTasksCompleted, nextTaskStatus } = values

const clearedInvoice = (job: Job): JobEvent[] => (job.office?.invoice ? [{ type: 'InvoiceCleared', data: {} }] : [])

/** A number, or another VAT for the one that the job has. An undo puts a number back with its day. */
function invoicing({ office }: Job, invoice: string, given: GivenVat | undefined, undo: boolean): JobEvent[] {
  const isSame = invoice === office?.invoice
  const before = (isSame && office?.invoiceVat) || ''
  const vat = given ?? before
  if (isSame && vat === before) return []
  const invoicedAt = undo && !isSame ? invoicedAtOf(office, invoice) : undefined
  return [{ type: 'JobInvoiced', data: { invoice, ...(vat ? { vat } : {}), ...(invoicedAt ? { invoicedAt } : {}) } }]
}

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

/** The events of a new job. `beside` comes with its first, before its prices. */
export function newJob(
  job: Job | undefined,
  { jobId: _, tasks, ...data }: Extract<JobCommand, { type: 'CreateJob' }>['data'],
  context: DecisionContext<JobFacts>,
  beside: readonly JobEvent[] = [],
): readonly JobEvent[] | Refusal {
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
    ...beside,
    ...(Object.values(referral).some(Boolean) ? [{ type: 'JobReferred', data: referral } as const] : []),
    ...tasks.flatMap(({ taskId, price }) =>
      price === undefined ? [] : [{ type: 'TaskPriced', data: { taskId, price } } as const],
    ),
  ]
}

const decisions: Decisions<Job, JobCommand, JobEvent, JobFacts> = {
  CreateJob: newJob,
  EditJob: (state, { jobId: _, from = {}, ...to }, context) =>
    forOffice(state, context, (job) => {
      const now = { ...job.office, apartmentName: job.apartmentName, createdAt: job.createdAt }
      const name = to.apartmentName === undefined ? undefined : capitalised(to.apartmentName)
      if (name === '') return refuse('site-required', {}, 'apartmentName')
      const edited: typeof to = { ...to, ...referralOf(to), ...(name ? { apartmentName: name } : {}) }
      const fields = (['apartmentName', 'createdAt', 'workOrder', 'agency', 'receivedBy'] as const).filter(
        (field) => edited[field] !== undefined && edited[field] !== now[field],
      )
      const moved = fields.find((field) => from[field] !== undefined && from[field] !== now[field])
      if (moved) return refuse('job-moved-on', {}, moved)
      const referral = Object.fromEntries(
        fields.flatMap((field) => (field === 'apartmentName' || field === 'createdAt' ? [] : [[field, edited[field]]])),
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
      const full = refusalIfFull(job.jobDescriptions, values.mostTasks, 'tasks')
      if (full) return full
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
  CycleTask: (state, { taskId, from, withoutPhotos }, context) =>
    forTask(state, taskId, (job, task) => {
      const to = nextTaskStatus(from)
      if (task.status === to) return []
      if (task.status !== from) return refuse('task-moved-on')
      return withPhotoRule(job, moveTask(job, task, to), withoutPhotos, context)
    }),
  SetTaskStatus: (state, { taskId, status, ready = false, from, withoutPhotos }, context) =>
    forTask(state, taskId, (job, task) => {
      if (task.status === status) return []
      if (from !== undefined && task.status !== from) return refuse('task-moved-on')
      const again = ready && status === 'not completed' ? [{ type: 'TaskReady', data: { taskId } } as const] : []
      return withPhotoRule(job, [...moveTask(job, task, status), ...again], withoutPhotos, context)
    }),
  SetTaskReady: (state, { taskId, ready }) =>
    forTask(state, taskId, (_, task) => {
      if (task.ready === ready) return []
      if (task.status !== 'not completed') return refuse('ready-needs-open-task')
      return [{ type: ready ? 'TaskReady' : 'TaskNotReady', data: { taskId } }]
    }),
  ChangeWarning: (job, { warning, invoice, vat, undo = false }, context) => {
    if (!job) return refuse('job-not-found')
    if (!isOffice(context.actorRole) && !values.teamWarnings.includes(warning)) return refuse('warning-not-for-team')
    if (needsAllTasksCompleted(warning) && job.jobDescriptions.some((one) => one.status !== 'completed'))
      return refuse('tasks-incomplete', { warning: label(warning) })
    const number = invoice?.trim() ?? ''
    if (warning === 'invoiced' && !number) return refuse('invoice-required', {}, 'invoice')
    // An undo puts a number back beside another warning, too, as the job had it then, or takes it back.
    const byUndo = undo && isOffice(context.actorRole)
    const isNumbered = warning === 'invoiced' || (byUndo && invoicedAtOf(job.office, number) !== undefined)
    const isCleared = warning === 'free of charge' || (byUndo && !isNumbered && job.warning === 'invoiced')
    return [
      ...warningChange(job, warning),
      ...(isCleared ? clearedInvoice(job) : isNumbered ? invoicing(job, number, vat, undo) : []),
      ...(undo ? statusWithout(job, warning) : statusByWarning(job, warning)),
    ]
  },
  ...bookingDecisions,
  ...visitDecisions,
  ...onTheWayDecisions,
  ...signatureDecisions,
  ...pairDecisions,
  ...attachmentDecisions,
  ...deviceDutyDecisions,
  AddNote: (job, { noteId, note, mentions = [] }) => {
    if (!job) return refuse('job-not-found')
    if (!note.trim()) return refuse('note-empty', {}, 'note')
    if (job.extraNotes.some((one) => one.noteId === noteId)) return []
    const full = refusalIfFull({ length: noteCount(job) }, values.mostNotes, 'comments')
    const mentioning = mentions.length > 0 ? { mentions: [...new Set(mentions)] } : {}
    return full ?? [{ type: 'NoteAdded', data: { noteId, note: note.trim(), ...mentioning } }]
  },
  DeleteNote: (job, { noteId }, context) => {
    const note = job?.extraNotes.find((one) => one.noteId === noteId)
    // A device that was sent the newest comments only cannot know whose an older one is.
    if (job?.olderNotes && !note) return [{ type: 'NoteDeleted', data: { noteId } }]
    if (!note) return refuse(job ? 'note-not-found' : 'job-not-found')
    return note.userId === context.actorId ? [{ type: 'NoteDeleted', data: { noteId } }] : refuse('not-your-note')
  },
  AddImage: (job, { jobId: _, ...data }) => {
    if (!job) return refuse('job-not-found')
    if (job.images.some((one) => one.imageId === data.imageId)) return []
    return refusalIfFull(job.images, values.mostImages, 'images') ?? [{ type: 'ImageAdded', data }]
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
      if (job.arrivals?.some((one) => one.versions.includes(version))) return refuse('time-of-visit')
      if (!reason.trim()) return refuse('reason-required', {}, 'reason')
      if (Date.parse(happenedAt) > Date.parse(context.facts.now ?? context.at))
        return refuse('time-ahead', {}, 'happenedAt')
      const recorded = job.office?.corrections?.[version]
      return recorded?.reason === reason.trim() && isInstant(recorded.happenedAt, happenedAt)
        ? []
        : [{ type: 'TimeCorrected', data: { version, happenedAt, reason: reason.trim() } }]
    }),
}

const decideAlone = decideBy(decisions)

/**
 * Decides a command on a job: new events (none if nothing changes) or a refusal. A value that somebody has set since this
 * command's giver looked stands.
 */
export function decide(job: Job | undefined, command: JobCommand, context: DecisionContext<JobFacts>) {
  // What was seen is for this decision only, and never part of an event.
  const outcome = decideAlone(job, isSetting(command) ? withoutSeen(command) : command, context)
  const changes = !isRefusal(outcome) && outcome.length > 0
  return changes && job && hasMovedOn(job, command, context.actorRole) ? refuse('value-moved-on') : outcome
}
