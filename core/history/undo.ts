import { invoiceAsBefore, isOfAnotherDay } from '#core/invoices/invoice-as-before.ts'
import type { JobFacts } from '#core/job/decision-rules.ts'
import { decide } from '#core/job/decisions.ts'
import type { Job, Task } from '#core/job/job.ts'
import type { JobCommand, JobEvent } from '#core/job/messages.ts'
import { placeOf } from '#core/job/pairs/pairs.ts'
import { readNextVisit } from '#core/job/values.ts'
import { erasedText } from '#core/model/erased-text.ts'
import type { DecisionContext } from '#core/model/messages.ts'
import { isRefusal, type Refusal, refuse } from '#core/model/refusals.ts'
import { undoRefusals } from '#core/model/undo-refusals.ts'

/** The job just before the event, the current job, and the person who wants to undo the event. */
type UndoContext = { before: Job; now: Job; actorId: string }
type Undo = UndoCommand | Refusal
/** The commands that can undo a change. */
export type UndoCommand = Extract<
  JobCommand,
  {
    type:
      | 'EditJob'
      | 'SetTaskStatus'
      | 'SetTaskReady'
      | 'ScheduleJob'
      | 'DeleteTask'
      | 'AddTask'
      | 'DescribeTask'
      | 'PriceTask'
      | 'ChangeWarning'
      | 'DeleteBooking'
      | 'DeleteNote'
      | 'AddNote'
      | 'DeleteImage'
      | 'DescribeImage'
      | 'PairImage'
      | 'DeleteAttachment'
      | 'ShareAttachment'
      | 'TakeBackAttachment'
      | 'UnpairImage'
      | 'SetNextVisit'
      | 'ChangeTimeOnSite'
      | 'WithdrawArrival'
      | 'WithdrawLeaving'
      | 'WithdrawOnTheWay'
      | 'ReopenDeadline'
  }
>
type DataOf = { [T in JobEvent['type']]: Extract<JobEvent, { type: T }>['data'] }
type Undos = { [T in keyof DataOf]: (data: DataOf[T], context: UndoContext) => Undo }
type UndoRefusalCode = keyof typeof undoRefusals

function refuseUndo(code: UndoRefusalCode): Refusal {
  const [kind, error] = undoRefusals[code]
  return { refused: code, kind, error }
}

/** For changes that cannot be undone: refuses with the reason. */
const never = (code: UndoRefusalCode) => (): Undo => refuseUndo(code)

/** Sets the fields back; refused if one of them has changed since the job was read. */
function edit(fields: readonly EditedField[], { before, now }: UndoContext): Undo {
  return {
    type: 'EditJob',
    data: { jobId: now.jobId, ...pick(before, fields), from: pick(now, fields) },
  }
}

type EditedField = 'apartmentName' | 'createdAt' | 'workOrder' | 'agency' | 'receivedBy'

const pick = (job: Job, fields: readonly EditedField[]): Partial<Record<EditedField, string>> => {
  const values = { ...job.office, apartmentName: job.apartmentName, createdAt: job.createdAt }
  return Object.fromEntries(fields.flatMap((field) => (values[field] === undefined ? [] : [[field, values[field]]])))
}

const taskOf = (job: Job, taskId: string) => job.jobDescriptions.find((one) => one.taskId === taskId)

/** Passes on the task before the event and now; refused if it no longer exists. */
function ofTask(taskId: string, { before, now }: UndoContext, undo: (was: Task, is: Task) => Undo): Undo {
  const [was, is] = [taskOf(before, taskId), taskOf(now, taskId)]
  return was && is ? undo(was, is) : refuseUndo('undo-gone')
}

const status = ({ taskId }: { taskId: string }, context: UndoContext): Undo =>
  ofTask(taskId, context, (was, is) => ({
    type: 'SetTaskStatus',
    data: { jobId: context.now.jobId, taskId, status: was.status, ready: was.ready, from: is.status },
  }))

const ready = ({ taskId }: { taskId: string }, context: UndoContext): Undo =>
  ofTask(taskId, context, (was) => ({
    type: 'SetTaskReady',
    data: { jobId: context.now.jobId, taskId, ready: was.ready },
  }))

/** Undoes the change of a file by a command that names it alone. */
const ofFile =
  (type: 'DeleteAttachment' | 'ShareAttachment' | 'TakeBackAttachment') =>
  ({ fileId }: { fileId: string }, { now: { jobId } }: UndoContext): Undo => ({ type, data: { jobId, fileId } })

/** The reason of a change of times that puts them back. */
const putBack = 'Put back'

/** Passes on the ids of an arrival; refused if it was withdrawn. */
function ofArrival(
  arrivalId: string,
  { now }: UndoContext,
  undo: (ids: { jobId: string; arrivalId: string }) => UndoCommand,
): Undo {
  const isThere = now.arrivals?.some((one) => one.arrivalId === arrivalId)
  return isThere ? undo({ jobId: now.jobId, arrivalId }) : refuseUndo('undo-gone')
}

/** Books the earlier visit again; undefined if there was none. */
function booked({ before, now }: UndoContext): UndoCommand | undefined {
  const { jobBookingId, jobStart, jobEnd, access = '', assignedTo } = before
  if (!jobBookingId || !jobStart || !jobEnd) return undefined
  return { type: 'ScheduleJob', data: { jobId: now.jobId, jobBookingId, jobStart, jobEnd, access, assignedTo } }
}

const undos: Undos = {
  JobCreated: never('undo-beginning'),
  JobReferred: (data, context) =>
    edit(
      (['workOrder', 'agency', 'receivedBy'] as const).filter((field) => data[field] !== undefined),
      context,
    ),
  JobSiteChanged: (_, context) => edit(['apartmentName'], context),
  JobDateChanged: (_, context) => edit(['createdAt'], context),
  TaskAdded: ({ taskId }, { now }) => ({ type: 'DeleteTask', data: { jobId: now.jobId, taskId } }),
  TaskDeleted: ({ taskId }, { before, now }) => {
    const was = taskOf(before, taskId)
    if (!was) return refuseUndo('undo-gone')
    const price = before.office?.prices[taskId]
    const { description, status: statusThen } = was
    return {
      type: 'AddTask',
      data: { jobId: now.jobId, taskId, description, status: statusThen, ...(price === undefined ? {} : { price }) },
    }
  },
  TaskDescribed: ({ taskId }, context) =>
    ofTask(taskId, context, (was, is) => ({
      type: 'DescribeTask',
      data: { jobId: context.now.jobId, taskId, description: was.description, from: is.description },
    })),
  TaskPriced: ({ taskId }, context) =>
    ofTask(taskId, context, () => {
      const price = context.before.office?.prices[taskId]
      if (price === undefined) return refuseUndo('undo-no-price')
      return { type: 'PriceTask', data: { jobId: context.now.jobId, taskId, price } }
    }),
  TaskCompleted: status,
  TaskToEstimate: status,
  TaskReopened: status,
  TaskReady: ready,
  TaskNotReady: ready,
  JobStatusChanged: never('undo-consequence'),
  WarningChanged: ({ to }, { before, now }) => {
    const { warning, office } = before
    // Between other warnings a number stays as it is, unless the undo takes back the one that the job has now.
    const isOfInvoice = [warning, to, now.warning].includes('invoiced') || to === 'free of charge'
    const invoice = isOfInvoice && office?.invoice ? invoiceAsBefore(office, now.office) : {}
    return { type: 'ChangeWarning', data: { jobId: now.jobId, warning, ...invoice, undo: true } }
  },
  JobInvoiced: (_, { before, now }) => {
    const { office } = before
    if (!office?.invoice || now.warning !== 'invoiced') return refuseUndo('undo-invoice')
    return {
      type: 'ChangeWarning',
      data: { jobId: now.jobId, warning: 'invoiced', ...invoiceAsBefore(office, now.office), undo: true },
    }
  },
  InvoiceCleared: never('undo-invoice'),
  JobScheduled: ({ jobBookingId }, context) => {
    if (context.now.jobBookingId !== jobBookingId) return refuseUndo('undo-gone')
    return booked(context) ?? { type: 'DeleteBooking', data: { jobId: context.now.jobId, jobBookingId } }
  },
  BookingDeleted: (_, context) => (context.now.jobBookingId ? undefined : booked(context)) ?? refuseUndo('undo-gone'),
  NoteAdded: ({ noteId }, { now }) => ({ type: 'DeleteNote', data: { jobId: now.jobId, noteId } }),
  NoteDeleted: ({ noteId }, { before, now, actorId }) => {
    const was = before.extraNotes.find((one) => one.noteId === noteId)
    if (!was) return refuseUndo('undo-gone')
    // Otherwise one person's words would appear under another person's name.
    if (was.userId !== actorId) return refuseUndo('undo-not-your-note')
    return { type: 'AddNote', data: { jobId: now.jobId, noteId, note: was.note, mentions: was.mentions } }
  },
  ImageAdded: ({ imageId }, { now }) => ({ type: 'DeleteImage', data: { jobId: now.jobId, imageId } }),
  ImageDescribed: ({ imageId }, { before, now }) => {
    const was = before.images.find((one) => one.imageId === imageId)
    if (!was) return refuseUndo('undo-gone')
    return { type: 'DescribeImage', data: { jobId: now.jobId, imageId, description: was.description } }
  },
  ImageDeleted: never('undo-image'),
  NextVisitSet: (_, { before, now }) => {
    const { nextVisitHours, nextVisitPeople } = before
    const visit = readNextVisit({ nextVisitHours, nextVisitPeople })
    return visit ? { type: 'SetNextVisit', data: { jobId: now.jobId, ...visit } } : refuseUndo('undo-gone')
  },
  ArrivedOnSite: ({ arrivalId }, context) =>
    ofArrival(arrivalId, context, (ids) => ({ type: 'WithdrawArrival', data: ids })),
  ArrivalTimeChanged: ({ arrivalId, from }, context) =>
    ofArrival(arrivalId, context, (ids) => ({
      type: 'ChangeTimeOnSite',
      data: { ...ids, arrivedAt: from, reason: putBack },
    })),
  ArrivalWithdrawn: never('undo-arrival'),
  LeftSite: ({ arrivalId }, context) =>
    ofArrival(arrivalId, context, (ids) => ({ type: 'WithdrawLeaving', data: ids })),
  LeavingTimeChanged: ({ arrivalId, from }, context) =>
    ofArrival(arrivalId, context, (ids) =>
      from === undefined
        ? { type: 'WithdrawLeaving', data: ids }
        : { type: 'ChangeTimeOnSite', data: { ...ids, leftAt: from, reason: putBack } },
    ),
  LeavingWithdrawn: ({ arrivalId, leftAt }, context) =>
    ofArrival(arrivalId, context, (ids) => ({ type: 'ChangeTimeOnSite', data: { ...ids, leftAt, reason: putBack } })),
  OnTheWaySaid: ({ onWayId }, { now }) => ({ type: 'WithdrawOnTheWay', data: { jobId: now.jobId, onWayId } }),
  OnTheWayWithdrawn: never('undo-on-the-way'),
  NoAccessReported: never('undo-no-access'),
  ImagePaired: ({ imageId }, { before, now }) => {
    const was = placeOf(before.pairs ?? [], imageId)
    const is = placeOf(now.pairs ?? [], imageId)
    if (!is) return refuseUndo('undo-gone')
    const displaced = before.pairs?.find((one) => one.pairId === is.pairId)?.[is.side]
    const { jobId } = now
    if (displaced && was) return refuseUndo('undo-pair')
    if (displaced)
      return { type: 'PairImage', data: { jobId, imageId: displaced.imageId, pairId: is.pairId, side: is.side } }
    if (!was) return { type: 'UnpairImage', data: { jobId, imageId } }
    return { type: 'PairImage', data: { jobId, imageId, pairId: was.pairId, side: was.side } }
  },
  ImageUnpaired: ({ imageId }, { before, now }) => {
    const was = placeOf(before.pairs ?? [], imageId)
    if (!was) return refuseUndo('undo-gone')
    return { type: 'PairImage', data: { jobId: now.jobId, imageId, pairId: was.pairId, side: was.side } }
  },
  AttachmentAdded: ofFile('DeleteAttachment'),
  AttachmentDeleted: never('undo-attachment'),
  AttachmentShared: ofFile('TakeBackAttachment'),
  AttachmentTakenBack: ofFile('ShareAttachment'),
  OfficeAttachmentAdded: ofFile('DeleteAttachment'),
  OfficeAttachmentDeleted: never('undo-attachment'),
  PhotosLeftOut: never('undo-photos'),
  SignatureGiven: never('undo-signature'),
  SignatureNotGiven: never('undo-signature'),
  HazardRecorded: never('undo-deadline'),
  HazardReported: never('undo-deadline'),
  HazardRegraded: never('undo-deadline'),
  ServiceLevelStarted: never('undo-deadline'),
  DeadlinesSet: never('undo-consequence'),
  DeadlineMet: ({ dutyId, step }, { now }) =>
    step === 'investigate'
      ? refuseUndo('undo-deadline')
      : { type: 'ReopenDeadline', data: { jobId: now.jobId, dutyId, step } },
  DeadlineReopened: never('undo-deadline'),
  DeadlinePutOff: never('undo-deadline'),
  DeadlineMissed: never('undo-deadline'),
  DutyExplained: never('undo-deadline'),
  DutyEnded: never('undo-deadline'),
  StayOffered: never('undo-deadline'),
  SummaryWritten: never('undo-deadline'),
  SummarySent: never('undo-deadline'),
  TimeCorrected: never('undo-correction'),
  JobOfRecurringWork: never('undo-beginning'),
  InvoiceSent: never('undo-sent'),
  EvidenceSent: never('undo-sent'),
  EmailFailed: never('undo-not-sent'),
  TenantLinkMade: never('undo-tenant-link'),
  TenantLinkSent: never('undo-tenant-link'),
  TenantLinkRevoked: never('undo-tenant-link'),
  VisitConfirmed: never('undo-tenant'),
  OtherTimesAsked: never('undo-tenant'),
}

/**
 * The command that undoes an event by a new change on top of everything since, or the refusal that says why there is none,
 * also if the current job would refuse it. `before` is the job just before that event.
 */
export function undoOf(
  event: JobEvent,
  before: Job | undefined,
  now: Job | undefined,
  context: DecisionContext<JobFacts>,
): UndoCommand | Refusal {
  if (!now) return refuse('job-not-found')
  if (!before) return refuseUndo('undo-beginning')
  const command = undoBy(event, { before, now, actorId: context.actorId })
  if (isRefusal(command)) return command
  // An erased text is not restored as if somebody had written '[erased]'.
  if (JSON.stringify(command.data).includes(erasedText)) return refuseUndo('undo-erased')
  const decided = decide(now, command, context)
  if (isRefusal(decided)) return decided
  if (decided.some((one) => isOfAnotherDay(one, before, now))) return refuseUndo('undo-invoice')
  return decided.length === 0 ? refuse('already-so') : command
}

const undoBy = <T extends keyof DataOf>(
  event: { [E in T]: { type: E; data: DataOf[E] } }[T],
  context: UndoContext,
): Undo => undos[event.type](event.data, context)
