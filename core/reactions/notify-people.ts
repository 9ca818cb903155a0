import type { FoldedEvent } from '#core/ledger/ledger.ts'
import { isOffice } from '#core/model/access.ts'
import { type Change, sameVisit, type VisitTime } from './changes.ts'
import { settlingTime } from './notification.ts'
import type { Known, Outcome, Reaction, Wanted } from './reaction.ts'
import { type StandingVisit, standingVisit, visitTypes } from './standing-visit.ts'

/**
 * Tells people of the jobs that concern them: of their own visits and of comments that name them, and the office of no access, finished
 * jobs, tasks to estimate, missed deadlines, emails that failed, reported repairs and what tenants ask for. Nobody hears of what they did
 * themselves.
 */
export const notifyPeople: Reaction = {
  name: 'notifications',
  version: 7,
  listensTo: [
    ...visitTypes,
    'NoAccessReported',
    'WarningChanged',
    'TaskAdded',
    'TaskToEstimate',
    'TaskCompleted',
    'TaskReopened',
    'TaskDeleted',
    'DeadlineMissed',
    'DeadlineMet',
    'DeadlinePutOff',
    'DutyEnded',
    'VisitConfirmed',
    'OtherTimesAsked',
    'NoteAdded',
    'NoteDeleted',
    'ImageAdded',
    'EmailFailed',
    'RepairReported',
    'ReportMadeJob',
    'ReportJoined',
    'ReportClosed',
    'MemberRemoved',
    'MemberErased',
  ],
  looksBackAt: ['JobCreated', ...visitTypes],
  react(event, known) {
    if (event.type === 'MemberRemoved' || event.type === 'MemberErased') return { wanted: [], forget: event.streamId }
    const change = officeChange(event, known)
    const isTold = change && (takesBack(change) || !isEntered(event, known))
    return {
      wanted: [
        ...visitChanges(event, known),
        ...mentions(event, known),
        ...(isTold ? toOffice(event, known, change) : []),
      ],
    }
  },
}

const nothing: Outcome['wanted'] = []

/** Whether somebody is still entering a job, or importing it: what it was like to begin with is no news. */
function isEntered({ type, actorId, actorRole, recordedAt }: FoldedEvent, { before }: Known): boolean {
  if (actorRole === 'tenant' || type === 'EmailFailed') return false
  const created = before.find((one) => one.type === 'JobCreated')
  if (!created || created.actorId !== actorId) return false
  return Date.parse(recordedAt) - Date.parse(created.recordedAt) < settlingTime
}

/** What the office hears of an event. */
function officeChange(event: FoldedEvent, { before }: Known): Change | undefined {
  const by = event.actorId
  switch (event.type) {
    case 'NoAccessReported':
      return { kind: 'no-access', by }
    case 'WarningChanged':
      if (event.data.to === 'no access') return { kind: 'no-access', by }
      return event.data.from === 'no access' ? { kind: 'access-given' } : undefined
    case 'JobStatusChanged':
      if (event.data.to === 'completed') return { kind: 'finished', by }
      return event.data.from === 'completed' ? { kind: 'unfinished' } : undefined
    case 'TaskAdded':
      return event.data.status === 'to estimate' ? { kind: 'to-estimate', taskId: event.data.taskId, by } : undefined
    case 'TaskToEstimate':
      return { kind: 'to-estimate', taskId: event.data.taskId, by }
    case 'TaskCompleted':
    case 'TaskReopened':
    case 'TaskDeleted':
      return { kind: 'not-to-estimate', taskId: event.data.taskId }
    case 'VisitConfirmed':
      return { kind: 'tenant-confirmed' }
    case 'NoteAdded':
      return event.actorRole === 'tenant' ? { kind: 'tenant-wrote' } : undefined
    case 'ImageAdded':
      return event.actorRole === 'tenant' ? { kind: 'tenant-photos' } : undefined
    case 'OtherTimesAsked':
      return { kind: 'tenant-asked' }
    case 'JobScheduled':
      return isMoved(before, event) ? { kind: 'visit-changed' } : undefined
    case 'BookingDeleted':
      return { kind: 'visit-changed' }
    case 'EmailFailed':
      return { kind: 'not-sent', what: event.data.what }
    case 'RepairReported':
      return { kind: 'report', urgency: event.data.urgency }
    case 'ReportMadeJob':
    case 'ReportJoined':
    case 'ReportClosed':
      return { kind: 'report-settled' }
    case 'DeadlineMissed':
      return { kind: 'missed', ...event.data }
    case 'DeadlineMet':
    case 'DeadlinePutOff':
      return { kind: 'not-near', dutyId: event.data.dutyId, step: event.data.step }
    case 'DutyEnded':
      return { kind: 'not-near', dutyId: event.data.dutyId }
    default:
      return undefined
  }
}

/** Whether an event gives a visit another time: what else it says, such as how to get in, answers no tenant. */
const isMoved = (before: Known['before'], event: FoldedEvent) =>
  !sameVisit(standingVisit(before), standingVisit([...before, event]))

const toOffice = (event: FoldedEvent, { people }: Known, change: Change): Wanted[] =>
  people
    .filter(({ role }) => isOffice(role))
    .map(({ userId }) => ({ userId, change, isNews: !takesBack(change) && userId !== event.actorId }))

/** Whether a change only takes back what people were told, or answers it. */
const takesBack = ({ kind }: Change) => kind === 'visit-changed' || kind === 'report-settled' || kind === 'not-near'

/** Who is named by a comment, and, of one that is deleted, who may have been. Nobody is told that they named themselves. */
function mentions({ type, data, actorId: by }: FoldedEvent, { people }: Known): readonly Wanted[] {
  if (type === 'NoteDeleted')
    return people.map(({ userId }) => ({
      userId,
      change: { kind: 'not-mentioned', noteId: data.noteId },
      isNews: false,
    }))
  if (type !== 'NoteAdded') return nothing
  const named = people.filter(({ userId }) => userId !== by && data.mentions?.includes(userId))
  return named.map(({ userId }) => ({ userId, change: { kind: 'mention', noteId: data.noteId, by }, isNews: true }))
}

/** What changed for each person who was to go or is to go now. A visit that was over by then is no news. */
function visitChanges(event: FoldedEvent, { before, people }: Known): readonly Wanted[] {
  if (!visitTypes.some((type) => type === event.type)) return nothing
  const [was, is] = [standingVisit(before), standingVisit([...before, event])]
  return people.flatMap(({ userId }) => {
    const [from, to] = [visitOf(was, userId, event), visitOf(is, userId, event)]
    if (sameVisit(from, to)) return []
    return [{ userId, change: { kind: 'visit', from, to, by: event.actorId }, isNews: userId !== event.actorId }]
  })
}

function visitOf(visit: StandingVisit | undefined, userId: string, { recordedAt }: FoldedEvent): VisitTime | undefined {
  if (!visit?.assignedTo.includes(userId) || Date.parse(visit.jobEnd) < Date.parse(recordedAt)) return undefined
  return { jobStart: visit.jobStart, jobEnd: visit.jobEnd }
}
