import * as z from 'zod/mini'
import * as company from '#core/company/company.ts'
import * as jobDecisions from '#core/job/decisions.ts'
import * as job from '#core/job/job.ts'
import * as jobMessages from '#core/job/messages.ts'
import * as member from '#core/member/member.ts'
import {
  type DecisionContext,
  type Envelope,
  type Folded,
  isOfficeOnly,
  isOwnOnly,
  type Recorded,
  type Stream,
} from '#core/model/messages.ts'
import type { Refusal } from '#core/model/refusals.ts'
import { instant } from '#core/model/values.ts'
import * as part from '#core/part/part.ts'
import * as todo from '#core/todo/todo.ts'

/** Every event and command of the product, by type. */
export const events = { ...jobMessages.events, ...part.events, ...todo.events, ...member.events, ...company.events }
export const commands = {
  ...jobMessages.commands,
  ...part.commands,
  ...todo.commands,
  ...member.commands,
  ...company.commands,
}
export type Event = jobMessages.JobEvent | part.PartEvent | todo.TodoEvent | member.MemberEvent | company.CompanyEvent
export type Command =
  | jobMessages.JobCommand
  | part.PartCommand
  | todo.TodoCommand
  | member.MemberCommand
  | company.CompanyCommand
export type EventType = Event['type']
export type CommandType = Command['type']
/** An event as it stands in the log. */
export type StoredEvent = Recorded<Event>
/** The same as folds have it. */
export type FoldedEvent = Folded<Event>

/** What decisions may need to know from other streams of the company. */
export type Facts = jobDecisions.JobFacts & member.MemberFacts & company.ErasureFacts

/** Commands that only the server itself gives, as they go with an account, a password or a stored file. */
export const internalCommands: readonly CommandType[] = [
  'RegisterCompany',
  'RecordPlan',
  'RegisterOwner',
  'InviteMember',
  'AcceptInvitation',
  'AddImage',
  'EraseEvents',
  'EraseMember',
]

/**
 * Which facts a command's decision rests on. The handler reads them at one seq of the company, and the append is refused
 * when an event of these types has come since.
 */
export const restsOn: Partial<Record<CommandType, readonly EventType[]>> = {
  ScheduleJob: ['MemberInvited', 'MemberJoined', 'MemberRemoved', 'MemberRestored', 'JobScheduled', 'BookingDeleted'],
  InviteMember: ['MemberInvited', 'MemberJoined', 'MemberRemoved', 'MemberRestored'],
  RestoreMember: ['MemberInvited', 'MemberJoined', 'MemberRemoved', 'MemberRestored'],
  EraseMember: ['MemberErased'],
}

/** The one event type that takes the next job number. */
export const takesNumber = (type: EventType) => type === 'JobCreated'

export const isEventType = (type: string): type is EventType => Object.hasOwn(events, type)

/** A command as it crosses the network, before anyone has looked at its data. */
export const commandEnvelope = z.strictObject({
  /** Answered as it was written, so that the device finds its command by it. */
  commandId: z.uuid(),
  happenedAt: instant,
  type: z.string(),
  data: z.unknown(),
})

export const isJobCommand = (command: Command): command is jobMessages.JobCommand =>
  Object.hasOwn(jobMessages.commands, command.type)
export const isPartCommand = (command: Command): command is part.PartCommand =>
  Object.hasOwn(part.commands, command.type)
export const isTodoCommand = (command: Command): command is todo.TodoCommand =>
  Object.hasOwn(todo.commands, command.type)
const isMemberCommand = (command: Command): command is member.MemberCommand =>
  Object.hasOwn(member.commands, command.type)
export const isJobEvent = <E extends FoldedEvent>(event: E): event is Extract<E, jobMessages.JobEvent> =>
  event.stream === 'job'
export const isPartEvent = <E extends FoldedEvent>(event: E): event is Extract<E, part.PartEvent> =>
  event.stream === 'part'
export const isTodoEvent = <E extends FoldedEvent>(event: E): event is Extract<E, todo.TodoEvent> =>
  event.stream === 'todo'
export const isMemberEvent = <E extends FoldedEvent>(event: E): event is Extract<E, member.MemberEvent> =>
  event.stream === 'member'
export const isCompanyEvent = <E extends FoldedEvent>(event: E): event is Extract<E, company.CompanyEvent> =>
  event.stream === 'company'

/** The stream that a command is for. */
export function target(command: Command): { stream: Stream; streamId: string } {
  if (isJobCommand(command)) return { stream: 'job', streamId: command.data.jobId }
  if (isPartCommand(command)) return { stream: 'part', streamId: command.data.partId }
  if (isTodoCommand(command)) return { stream: 'todo', streamId: todo.listIdOf(command.data.userId) }
  if (isMemberCommand(command)) return { stream: 'member', streamId: command.data.userId }
  return { stream: 'company', streamId: command.data.companyId }
}

/** Whether a command would begin a stream of its own under an id that is kept for the list of a person. */
export const takesListId = (command: Command) => !isTodoCommand(command) && todo.isListId(target(command).streamId)

/** Decides a command against its stream's events so far: the events that follow, or a refusal. */
export function decide(
  history: readonly StoredEvent[],
  command: Command,
  context: DecisionContext<Facts>,
): readonly Event[] | Refusal {
  if (isJobCommand(command))
    return jobDecisions.decide(history.filter(isJobEvent).reduce(job.evolve, undefined), command, context)
  if (isPartCommand(command))
    return part.decide(history.filter(isPartEvent).reduce(part.evolve, undefined), command, context)
  if (isTodoCommand(command))
    return todo.decide(history.filter(isTodoEvent).reduce(todo.evolve, undefined), command, context)
  if (isMemberCommand(command))
    return member.decide(history.filter(isMemberEvent).reduce(member.evolve, undefined), command, context)
  return company.decide(history.filter(isCompanyEvent).reduce(company.evolve, undefined), command, context)
}

/** Whether the team may know that this event happened at all; not of a type that only a newer process knows. */
export const isForTeam = (event: { type: string }) =>
  Object.hasOwn(events, event.type) && !isOfficeOnly(events[event.type as EventType]) && !isPrivate(event)

/** Whether an event is known to nobody but who caused it: whatever shows events to others leaves it out. */
export const isPrivate = (event: { type: string }) =>
  Object.hasOwn(events, event.type) && isOwnOnly(events[event.type as EventType])

/** A job's events as the team may have them: no office facts, and nobody named as the job's creator. */
export function forTeam<E extends Envelope & { type: string }>(history: readonly E[]): E[] {
  return history.filter(isForTeam).map((event) => {
    if (event.type !== 'JobCreated') return event
    const { actorId: _, ...rest } = event
    return { ...rest, actorRole: 'system' } as E
  })
}
