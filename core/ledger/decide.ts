import { type Company, decide as decideCompany, evolve as evolveCompany } from '#core/company/company.ts'
import { refusalWhileClosed } from '#core/company/read-only.ts'
import { decide as decideJob } from '#core/job/decisions.ts'
import { decideDuty } from '#core/job/duty-decisions/office-decisions.ts'
import { decideEvidenceMail } from '#core/job/evidence-mail/evidence-mail-decisions.ts'
import { decideFailedMail } from '#core/job/failed-mail/failed-mail-decisions.ts'
import { foldJob } from '#core/job/fold/job-fold.ts'
import { decideInvoiceMail } from '#core/job/invoice-mail/invoice-mail-decisions.ts'
import { evolve as evolveJob, type Job } from '#core/job/job.ts'
import { decideRecurringJob } from '#core/job/recurring/recurring-job.ts'
import { decideTenant } from '#core/job/tenant/tenant-decisions.ts'
import { decide as decideMember, evolve as evolveMember, type Member } from '#core/member/member.ts'
import type { DecisionContext, Stream } from '#core/model/messages.ts'
import { type Refusal, refuse } from '#core/model/refusals.ts'
import { isOfKnownShape } from '#core/model/upcast.ts'
import { decide as decidePart, evolve as evolvePart, type Part } from '#core/part/part.ts'
import { decide as decideRecurring } from '#core/recurring/decisions.ts'
import { evolve as evolveRecurring, type RecurringWork } from '#core/recurring/recurring-work.ts'
import { decide as decideReport } from '#core/report/decisions.ts'
import { evolve as evolveReport, type RepairReport } from '#core/report/report.ts'
import { decide as decideSite } from '#core/site/decisions.ts'
import { evolve as evolveSite, type Site } from '#core/site/site.ts'
import { decide as decideTodo, evolve as evolveTodos, type TodoList } from '#core/todo/todo.ts'
import { decide as decideViews } from '#core/views/decisions.ts'
import type { ViewList } from '#core/views/messages.ts'
import { evolve as evolveViews } from '#core/views/views.ts'
import {
  type Command,
  type Event,
  type Facts,
  isDutyCommand,
  isEventType,
  isEvidenceMailCommand,
  isFailedMailCommand,
  isInvoiceMailCommand,
  isJobCommand,
  isJobEvent,
  isMemberCommand,
  isMemberEvent,
  isPartCommand,
  isPartEvent,
  isRecurringCommand,
  isRecurringEvent,
  isRecurringJobCommand,
  isReportCommand,
  isReportEvent,
  isSiteCommand,
  isSiteEvent,
  isTenantCommand,
  isTodoCommand,
  isTodoEvent,
  isViewCommand,
  isViewEvent,
  type StoredEvent,
  target,
} from './ledger.ts'

type States = {
  job: Job
  part: Part
  site: Site
  recurring: RecurringWork
  report: RepairReport
  todo: TodoList
  views: ViewList
  member: Member
  company: Company
}

type StateOf<S extends Stream> = { stream: S; version: number; seq: number; state: States[S] | undefined }

/** What the events of one stream add up to; `version` and `seq` are those of the last one. */
export type StreamState = { [S in Stream]: StateOf<S> }[Stream]

/** Decides a command on the history of its stream: new events or a refusal. People change nothing that a newer release changed. */
export function decide(
  history: readonly StoredEvent[],
  command: Command,
  context: DecisionContext<Facts>,
): readonly Event[] | Refusal {
  const readOnly = refusalWhileClosed(command, context.isClosed ?? false)
  if (readOnly) return readOnly
  if (isByPeople(command) && !history.every(isKnown)) return refuse('changed-by-newer-release')
  const { stream } = target(command)
  return decideOn(folded(history.filter((event) => event.stream === stream)), command, context)
}

/** As {@link decide}, on the state that a history adds up to; undefined for a stream without events. */
export function decideOn(
  of: StreamState | undefined,
  command: Command,
  context: DecisionContext<Facts>,
): readonly Event[] | Refusal {
  const readOnly = refusalWhileClosed(command, context.isClosed ?? false)
  if (readOnly) return readOnly
  if (isJobCommand(command)) return decideJob(stateOf(of, 'job'), command, context)
  if (isDutyCommand(command)) return decideDuty(stateOf(of, 'job'), command, context)
  if (isRecurringJobCommand(command)) return decideRecurringJob(stateOf(of, 'job'), command, context)
  if (isTenantCommand(command)) return decideTenant(stateOf(of, 'job'), command, context)
  if (isInvoiceMailCommand(command)) return decideInvoiceMail(stateOf(of, 'job'), command, context)
  if (isEvidenceMailCommand(command)) return decideEvidenceMail(stateOf(of, 'job'), command, context)
  if (isFailedMailCommand(command)) return decideFailedMail(stateOf(of, 'job'), command, context)
  if (isPartCommand(command)) return decidePart(stateOf(of, 'part'), command, context)
  if (isSiteCommand(command)) return decideSite(stateOf(of, 'site'), command, context)
  if (isRecurringCommand(command)) return decideRecurring(stateOf(of, 'recurring'), command, context)
  if (isReportCommand(command)) return decideReport(stateOf(of, 'report'), command, context)
  if (isTodoCommand(command)) return decideTodo(stateOf(of, 'todo'), command, context)
  if (isViewCommand(command)) return decideViews(stateOf(of, 'views'), command, context)
  if (isMemberCommand(command)) return decideMember(stateOf(of, 'member'), command, context)
  return decideCompany(stateOf(of, 'company'), command, context)
}

const isByPeople = (command: Command) =>
  isJobCommand(command) ||
  isDutyCommand(command) ||
  isTenantCommand(command) ||
  isInvoiceMailCommand(command) ||
  isEvidenceMailCommand(command) ||
  isPartCommand(command) ||
  isSiteCommand(command) ||
  isRecurringCommand(command) ||
  isReportCommand(command) ||
  isTodoCommand(command) ||
  isViewCommand(command)

const isKnown = (event: StoredEvent) => isEventType(event.type) && isOfKnownShape(event)

/**
 * What a history adds up to, for {@link decideOn}; undefined for one without events, or with any that this release cannot fold or that
 * belong to streams of different kinds.
 */
export function foldStream(history: readonly StoredEvent[]): StreamState | undefined {
  const [first] = history
  return history.every((event) => isKnown(event) && event.stream === first?.stream) ? folded(history) : undefined
}

/** A long job is folded in time linear to its events; see foldJob. */
function folded(history: readonly StoredEvent[]): StreamState | undefined {
  const last = history.at(-1)
  if (last?.stream !== 'job') return history.reduce<StreamState | undefined>(evolveStream, undefined)
  return { stream: 'job', version: last.version, seq: last.seq, state: foldJob(history.filter(isJobEvent)) }
}

/** The state of a stream after one more event. Throws for an event that this release cannot fold. */
export function evolveStream(before: StreamState | undefined, event: StoredEvent): StreamState {
  const { version, seq } = event
  if (isJobEvent(event)) return { stream: 'job', version, seq, state: evolveJob(stateOf(before, 'job'), event) }
  if (isPartEvent(event)) return { stream: 'part', version, seq, state: evolvePart(stateOf(before, 'part'), event) }
  if (isSiteEvent(event)) return { stream: 'site', version, seq, state: evolveSite(stateOf(before, 'site'), event) }
  if (isRecurringEvent(event))
    return { stream: 'recurring', version, seq, state: evolveRecurring(stateOf(before, 'recurring'), event) }
  if (isReportEvent(event))
    return { stream: 'report', version, seq, state: evolveReport(stateOf(before, 'report'), event) }
  if (isTodoEvent(event)) return { stream: 'todo', version, seq, state: evolveTodos(stateOf(before, 'todo'), event) }
  if (isViewEvent(event)) return { stream: 'views', version, seq, state: evolveViews(stateOf(before, 'views'), event) }
  if (isMemberEvent(event))
    return { stream: 'member', version, seq, state: evolveMember(stateOf(before, 'member'), event) }
  return { stream: 'company', version, seq, state: evolveCompany(stateOf(before, 'company'), event) }
}

/** The state of a stream, if it is of this kind. */
export const stateOf = <S extends Stream>(of: StreamState | undefined, stream: S): States[S] | undefined =>
  isOf(of, stream) ? of.state : undefined

const isOf = <S extends Stream>(of: StreamState | undefined, stream: S): of is StreamState & StateOf<S> =>
  of?.stream === stream
