import type { EventType } from '#core/ledger/ledger.ts'

/** What tells of which job and where an event was. A job's first event is its creation. */
export const site = ['JobCreated', 'JobSiteChanged'] as const
/** What a task is called. */
const task = [...site, 'TaskAdded', 'TaskDeleted', 'TaskDescribed'] as const
const price = [...task, 'TaskPriced'] as const
const progress = [...task, 'TaskCompleted', 'TaskToEstimate', 'TaskReopened', 'TaskReady', 'TaskNotReady'] as const
const visit = [...site, 'JobScheduled', 'BookingDeleted'] as const
const invoice = [...site, 'JobInvoiced', 'InvoiceCleared'] as const
const notes = [...site, 'NoteAdded', 'NoteDeleted'] as const
const images = [...site, 'ImageAdded', 'ImageDescribed', 'ImageDeleted'] as const
const parts = ['PartAdded', 'PartChanged', 'PartReceived', 'PartAwaited', 'PartDeleted'] as const
const todos = ['TodoAdded', 'TodoCompleted', 'TodoReopened', 'TodoDeleted'] as const
const member = ['MemberInvited', 'MemberJoined', 'RoleChanged', 'MemberRemoved', 'MemberRestored'] as const
const plan = [
  'CompanyRegistered',
  'PlanActivated',
  'PlanRenewed',
  'PlanPaymentFailed',
  'PlanCancelled',
  'PlanResumed',
] as const

/**
 * Which earlier events of its stream tell what an event changed, and of which job or part it is. A page of a company's history
 * is made of a few events of many streams: with these it need not read all that ever happened to each.
 */
export const neededBefore: Record<EventType, readonly EventType[]> = {
  JobCreated: [],
  JobReferred: [...site, 'JobReferred'],
  JobSiteChanged: site,
  JobDateChanged: [...site, 'JobDateChanged'],
  TimeCorrected: site,
  TaskAdded: [...site, 'TaskDeleted'],
  TaskDeleted: price,
  TaskDescribed: task,
  TaskPriced: price,
  TaskCompleted: progress,
  TaskToEstimate: progress,
  TaskReopened: progress,
  TaskReady: progress,
  TaskNotReady: progress,
  JobStatusChanged: site,
  WarningChanged: site,
  JobInvoiced: invoice,
  InvoiceCleared: invoice,
  JobScheduled: visit,
  BookingDeleted: visit,
  NoteAdded: site,
  NoteDeleted: notes,
  ImageAdded: site,
  ImageDescribed: images,
  ImageDeleted: images,
  NextVisitSet: [...site, 'NextVisitSet'],
  PartAdded: parts,
  PartChanged: parts,
  PartReceived: parts,
  PartAwaited: parts,
  PartDeleted: parts,
  TodoAdded: todos,
  TodoCompleted: todos,
  TodoReopened: todos,
  TodoDeleted: todos,
  MemberInvited: member,
  MemberJoined: member,
  RoleChanged: member,
  MemberRemoved: member,
  MemberRestored: member,
  MemberErased: member,
  CompanyRegistered: [],
  PlanActivated: plan,
  PlanRenewed: plan,
  PlanPaymentFailed: plan,
  PlanCancelled: plan,
  PlanResumed: plan,
  EventErased: [],
}
