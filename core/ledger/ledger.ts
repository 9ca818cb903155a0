import * as z from 'zod/mini'
import type { CompanyFacts } from '#core/company/company.ts'
import * as company from '#core/company/messages.ts'
import type { JobFacts } from '#core/job/decision-rules.ts'
import { type DutyOfficeCommand, dutyOfficeCommands } from '#core/job/duties/duty-messages.ts'
import { type EvidenceMailCommand, evidenceMailCommands } from '#core/job/evidence-mail/evidence-mail-messages.ts'
import { type FailedMailCommand, failedMailCommands } from '#core/job/failed-mail/failed-mail-messages.ts'
import { type InvoiceMailCommand, invoiceMailCommands } from '#core/job/invoice-mail/invoice-mail-messages.ts'
import * as jobMessages from '#core/job/messages.ts'
import { type RecurringJobCommand, recurringJobCommands } from '#core/job/recurring/recurring-messages.ts'
import { type TenantCommand, tenantCommands } from '#core/job/tenant/tenant-messages.ts'
import * as member from '#core/member/member.ts'
import {
  type Envelope,
  type Folded,
  isOfficeOnly,
  isOwnOnly,
  type Recorded,
  type Stream,
} from '#core/model/messages.ts'
import { instant } from '#core/model/values.ts'
import * as part from '#core/part/part.ts'
import * as recurringMessages from '#core/recurring/messages.ts'
import type { RecurringFacts } from '#core/recurring/schedule.ts'
import * as reportMessages from '#core/report/messages.ts'
import * as siteMessages from '#core/site/messages.ts'
import type { SiteFacts } from '#core/site/site-facts.ts'
import * as todo from '#core/todo/todo.ts'
import * as viewMessages from '#core/views/messages.ts'
import { viewsIdOf } from '#core/views/views.ts'

/** All events and commands of the product, by type. */
export const events = {
  ...jobMessages.events,
  ...part.events,
  ...siteMessages.events,
  ...recurringMessages.events,
  ...reportMessages.events,
  ...todo.events,
  ...viewMessages.events,
  ...member.events,
  ...company.events,
}
export const commands = {
  ...jobMessages.commands,
  ...dutyOfficeCommands,
  ...recurringJobCommands,
  ...tenantCommands,
  ...invoiceMailCommands,
  ...evidenceMailCommands,
  ...failedMailCommands,
  ...part.commands,
  ...siteMessages.commands,
  ...recurringMessages.commands,
  ...reportMessages.commands,
  ...todo.commands,
  ...viewMessages.commands,
  ...member.commands,
  ...company.commands,
}
export type Event =
  | jobMessages.JobEvent
  | part.PartEvent
  | siteMessages.SiteEvent
  | recurringMessages.RecurringEvent
  | reportMessages.ReportEvent
  | todo.TodoEvent
  | viewMessages.ViewEvent
  | member.MemberEvent
  | company.CompanyEvent
export type Command =
  | jobMessages.JobCommand
  | DutyOfficeCommand
  | RecurringJobCommand
  | TenantCommand
  | InvoiceMailCommand
  | EvidenceMailCommand
  | FailedMailCommand
  | part.PartCommand
  | siteMessages.SiteCommand
  | recurringMessages.RecurringCommand
  | reportMessages.ReportCommand
  | todo.TodoCommand
  | viewMessages.ViewCommand
  | member.MemberCommand
  | company.CompanyCommand
export type EventType = Event['type']
export type CommandType = Command['type']
/** An event as stored in the log. */
export type StoredEvent = Recorded<Event>
/** An event as folds receive it. */
export type FoldedEvent = Folded<Event>

/** The facts from other streams of the company that decisions may depend on. */
export type Facts = JobFacts & SiteFacts & RecurringFacts & member.MemberFacts & CompanyFacts

/** Commands that only the server issues, because they belong to an account, a payment, a stored file, an erasure or a confirmed call. */
export const internalCommands: readonly CommandType[] = [
  'RegisterCompany',
  'RecordPlan',
  'RegisterOwner',
  'InviteMember',
  'AcceptInvitation',
  'AddImage',
  'AddAttachment',
  'AddSiteFile',
  'SetLogo',
  'RecordMissed',
  'CreateRecurringJob',
  'MakeTenantLink',
  'RecordTenantLinkSent',
  'RevokeTenantLink',
  'ConfirmVisit',
  'AskForOtherTimes',
  'WriteAsTenant',
  'AddTenantPhoto',
  'RecordInvoiceSent',
  'RecordEvidenceSent',
  'RecordEmailFailed',
  'ReceiveReport',
  'AddReportPhoto',
  'MakeJobOfReport',
  'JoinReport',
  'CloseReport',
  'ReopenReport',
  'OpenReportPage',
  'CloseReportPage',
  'RecordRecurringJob',
  'PassRecurringDate',
  'RecordCheckDone',
  'EraseEvents',
  'EraseMember',
  'CloseAccount',
  'SetSecondFactorRule',
  'CloseCompany',
  'ReopenCompany',
]

/** What changes the names of sites, and which of them are the same. */
const namesOfSites: readonly EventType[] = [
  'SiteAdded',
  'SiteNamed',
  'SiteBuildingSet',
  'SiteMerged',
  'SiteMergeUndone',
]

/** What changes which date of recurring work comes next. */
const ofRecurringWork = Object.keys(recurringMessages.events) as readonly recurringMessages.RecurringEventType[]

/**
 * The event types that change the facts a command's decision depends on. The handler reads the facts as of one seq of the
 * company, and the append fails if an event of these types has been recorded since.
 */
export const restsOn: Partial<Record<CommandType, readonly EventType[]>> = {
  ScheduleJob: ['MemberInvited', 'MemberJoined', 'MemberRemoved', 'MemberRestored', 'JobScheduled', 'BookingDeleted'],
  InviteMember: ['MemberInvited', 'MemberJoined', 'MemberRemoved', 'MemberRestored', 'MemberDetailsSet'],
  RestoreMember: ['MemberInvited', 'MemberJoined', 'MemberRemoved', 'MemberRestored'],
  EraseMember: ['MemberErased'],
  SetMemberDetails: ['MemberInvited', 'MemberDetailsSet'],
  AddSite: namesOfSites,
  EditSite: namesOfSites,
  SetSiteContact: namesOfSites,
  RemoveSiteContact: namesOfSites,
  MergeSite: namesOfSites,
  UndoSiteMerge: namesOfSites,
  KeepSitesApart: namesOfSites,
  LocateSite: namesOfSites,
  RemoveSiteLocation: namesOfSites,
  AddSiteFile: namesOfSites,
  SetUpRecurringWork: ofRecurringWork,
  ChangeRecurringWork: ofRecurringWork,
  SkipRecurringDate: ofRecurringWork,
  MoveRecurringDate: ofRecurringWork,
  RestoreRecurringDate: ofRecurringWork,
  PauseRecurringWork: ofRecurringWork,
  ResumeRecurringWork: ofRecurringWork,
  StopRecurringWork: ofRecurringWork,
  RecordRecurringJob: ofRecurringWork,
  PassRecurringDate: ofRecurringWork,
  RecordCheckDone: ofRecurringWork,
}

/** Whether an event of this type takes the next job number. */
export const takesNumber = (type: EventType) => type === 'JobCreated'

export const isEventType = (type: string): type is EventType => Object.hasOwn(events, type)

/** A command as sent over the network, before its data is validated. */
export const commandEnvelope = z.strictObject({
  /** Returned exactly as sent, so that the device can find its command. */
  commandId: z.uuid(),
  happenedAt: instant,
  type: z.string(),
  data: z.unknown(),
  /**
   * Starts at 1 and grows when a person asks again for what was refused. An attempt that was refused stays refused, even if a copy of it
   * arrives late; without one the command is decided again each time.
   */
  attempt: z.optional(z.int().check(z.minimum(1), z.maximum(1_000_000))),
})

export const isJobCommand = (command: Command): command is jobMessages.JobCommand =>
  Object.hasOwn(jobMessages.commands, command.type)
/** Whether a command concerns what a job owes by law or by a service level, and the server alone decides it. */
export const isDutyCommand = (command: Command): command is DutyOfficeCommand =>
  Object.hasOwn(dutyOfficeCommands, command.type)
/** Whether a command makes the job of a date of recurring work. */
export const isRecurringJobCommand = (command: Command): command is RecurringJobCommand =>
  Object.hasOwn(recurringJobCommands, command.type)
/** Whether a command concerns the tenant's page of a job. */
export const isTenantCommand = (command: Command): command is TenantCommand =>
  Object.hasOwn(tenantCommands, command.type)
/** Whether a command tells that the invoice of a job is sent. */
export const isInvoiceMailCommand = (command: Command): command is InvoiceMailCommand =>
  Object.hasOwn(invoiceMailCommands, command.type)
/** Whether a command tells that the evidence pack of a job is sent. */
export const isEvidenceMailCommand = (command: Command): command is EvidenceMailCommand =>
  Object.hasOwn(evidenceMailCommands, command.type)
/** Whether a command tells that an email of a job is given up. */
export const isFailedMailCommand = (command: Command): command is FailedMailCommand =>
  Object.hasOwn(failedMailCommands, command.type)
export const isPartCommand = (command: Command): command is part.PartCommand =>
  Object.hasOwn(part.commands, command.type)
export const isSiteCommand = (command: Command): command is siteMessages.SiteCommand =>
  Object.hasOwn(siteMessages.commands, command.type)
export const isRecurringCommand = (command: Command): command is recurringMessages.RecurringCommand =>
  Object.hasOwn(recurringMessages.commands, command.type)
export const isReportCommand = (command: Command): command is reportMessages.ReportCommand =>
  Object.hasOwn(reportMessages.commands, command.type)
export const isTodoCommand = (command: Command): command is todo.TodoCommand =>
  Object.hasOwn(todo.commands, command.type)
export const isViewCommand = (command: Command): command is viewMessages.ViewCommand =>
  Object.hasOwn(viewMessages.commands, command.type)
export const isMemberCommand = (command: Command): command is member.MemberCommand =>
  Object.hasOwn(member.commands, command.type)
export const isJobEvent = <E extends FoldedEvent>(event: E): event is Extract<E, jobMessages.JobEvent> =>
  event.stream === 'job'
export const isPartEvent = <E extends FoldedEvent>(event: E): event is Extract<E, part.PartEvent> =>
  event.stream === 'part'
export const isSiteEvent = <E extends FoldedEvent>(event: E): event is Extract<E, siteMessages.SiteEvent> =>
  event.stream === 'site'
export const isRecurringEvent = <E extends FoldedEvent>(
  event: E,
): event is Extract<E, recurringMessages.RecurringEvent> => event.stream === 'recurring'
export const isReportEvent = <E extends FoldedEvent>(event: E): event is Extract<E, reportMessages.ReportEvent> =>
  event.stream === 'report'
export const isTodoEvent = <E extends FoldedEvent>(event: E): event is Extract<E, todo.TodoEvent> =>
  event.stream === 'todo'
export const isViewEvent = <E extends FoldedEvent>(event: E): event is Extract<E, viewMessages.ViewEvent> =>
  event.stream === 'views'
export const isMemberEvent = <E extends FoldedEvent>(event: E): event is Extract<E, member.MemberEvent> =>
  event.stream === 'member'
export const isCompanyEvent = <E extends FoldedEvent>(event: E): event is Extract<E, company.CompanyEvent> =>
  event.stream === 'company'

const isOfJob = (command: Command) =>
  isJobCommand(command) ||
  isDutyCommand(command) ||
  isRecurringJobCommand(command) ||
  isTenantCommand(command) ||
  isInvoiceMailCommand(command) ||
  isEvidenceMailCommand(command) ||
  isFailedMailCommand(command)

/** The stream of a command. */
export function target(command: Command): { stream: Stream; streamId: string } {
  if (isOfJob(command)) return { stream: 'job', streamId: command.data.jobId }
  if (isPartCommand(command)) return { stream: 'part', streamId: command.data.partId }
  if (isSiteCommand(command)) return { stream: 'site', streamId: command.data.siteId }
  if (isRecurringCommand(command)) return { stream: 'recurring', streamId: command.data.recurringId }
  if (isReportCommand(command)) return { stream: 'report', streamId: command.data.reportId }
  if (isTodoCommand(command)) return { stream: 'todo', streamId: todo.listIdOf(command.data.userId) }
  if (isViewCommand(command)) return { stream: 'views', streamId: viewsIdOf(command.data.listOf) }
  if (isMemberCommand(command)) return { stream: 'member', streamId: command.data.userId }
  return { stream: 'company', streamId: command.data.companyId }
}

/** Whether a command would start a stream under an id that is reserved for a person's to-do list. */
export const takesListId = (command: Command) => !isTodoCommand(command) && todo.isListId(target(command).streamId)

/** Whether the team may know of this event at all. False for types that only a newer release knows. */
export const isForTeam = (event: { type: string }) =>
  Object.hasOwn(events, event.type) && !isOfficeOnly(events[event.type as EventType]) && !isPrivate(event)

/** Whether only its actor may know of this event. Everything that shows events to others leaves it out. */
export const isPrivate = (event: { type: string }) =>
  Object.hasOwn(events, event.type) && isOwnOnly(events[event.type as EventType])

/** The events that the team may see: no office facts, and no creator of a job. */
export function forTeam<E extends Envelope & { type: string }>(history: readonly E[]): E[] {
  return history.filter(isForTeam).map((event) => {
    if (event.type !== 'JobCreated') return event
    const { actorId: _, ...rest } = event
    return { ...rest, actorRole: 'system' } as E
  })
}
