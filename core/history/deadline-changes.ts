import { limitWords, stepNames } from '#core/deadlines/values.ts'
import type { EventType, StoredEvent } from '#core/ledger/ledger.ts'
import type { Change } from './changes.ts'

/** What an event of a hazard or service level states. Undefined for others. */
export function deadlineChanges({ type, data }: StoredEvent): Change[] | undefined {
  switch (type) {
    case 'HazardRecorded':
    case 'HazardRegraded':
      return [...stated(data, ['hazard', 'severity', 'awareAt'])]
    case 'HazardReported':
      return stated(data, ['reportedBy', 'reportedHow', 'words'])
    case 'ServiceLevelStarted':
      return [
        { field: 'level', to: `${data.level.name}, ${limitWords(data.level.limit)}` },
        { field: 'awareAt', to: data.startedAt },
      ]
    case 'DeadlinesSet':
      return data.clocks.map(({ step, due }) => ({ field: 'due', of: stepNames[step], to: due }))
    case 'DeadlineMet':
      return [
        { field: 'metAt', of: stepNames[data.step], to: data.metAt },
        ...stated(data, ['found', 'proof']),
        ...(data.note ? [{ field: 'detail', to: data.note } as const] : []),
      ]
    case 'DeadlineReopened':
      return [{ field: 'step', to: stepNames[data.step] }]
    case 'DeadlinePutOff':
      return [{ field: 'due', of: stepNames[data.step], from: data.from, to: data.due }]
    case 'DeadlineMissed':
      return [{ field: 'due', of: stepNames[data.step], to: data.due }]
    case 'DutyExplained':
      return [
        ...(data.step ? [{ field: 'step', to: stepNames[data.step] } as const] : []),
        { field: 'reason', to: data.reason },
      ]
    case 'DutyEnded':
      return stated(data, ['ending'])
    case 'StayOffered':
      return [
        ...stated(data, ['offeredAt', 'answer']),
        ...(data.note ? [{ field: 'detail', to: data.note } as const] : []),
      ]
    case 'SummaryWritten':
      return stated({ ...data, findings: data.found }, ['findings', 'work', 'stay', 'contact'])
    case 'SummarySent':
      return stated(data, ['sentAt', 'sentHow', 'sentTo'])
    default:
      return undefined
  }
}

const stated = <F extends Change['field']>(
  data: Readonly<Partial<Record<F, string>>>,
  fields: readonly F[],
): Change[] => fields.flatMap((field) => (data[field] ? [{ field, to: data[field] }] : []))

type Sentence = string | ((changes: readonly Change[]) => string)

/** The value of a field after the event. */
const after = (changes: readonly Change[], field: Change['field']) => changes.find((one) => one.field === field)?.to
/** Ends with the step: 'put off a deadline: Make safe'. */
const withStep =
  (words: string): Sentence =>
  (changes) =>
    `${words}: ${changes[0]?.of ?? after(changes, 'step')}`

/** What somebody did who met the deadline of a step. */
const doneWords = new Map([
  [stepNames.investigate, 'finished the investigation'],
  [stepNames['make safe'], 'made it safe'],
  [stepNames.summary, 'sent the written summary'],
  [stepNames['further work'], 'began further work'],
  [stepNames.repair, 'finished the repairs'],
  [stepNames.finish, 'finished the work within a service level'],
])

/** The sentences of the events of hazards and service levels. */
export const deadlineSentences = {
  HazardRecorded: (changes) => `recorded a hazard: ${after(changes, 'hazard')}, ${after(changes, 'severity')}`,
  HazardReported: 'recorded who reported the hazard',
  HazardRegraded: (changes) => `changed the hazard to ${after(changes, 'hazard')}, ${after(changes, 'severity')}`,
  ServiceLevelStarted: (changes) => `started the service level ${after(changes, 'level')}`,
  DeadlinesSet: (changes) => (changes.length === 1 ? 'set a deadline' : 'set deadlines'),
  DeadlineMet: (changes) => doneWords.get(changes[0]?.of ?? '') ?? 'met a deadline',
  DeadlineReopened: withStep('marked this as not done'),
  DeadlinePutOff: withStep('put off a deadline'),
  DeadlineMissed: withStep('recorded that a deadline passed'),
  DutyExplained: 'explained a deadline',
  DutyEnded: (changes) => `ended the deadlines: ${after(changes, 'ending')}`,
  StayOffered: 'offered the household another place to stay',
  SummaryWritten: 'wrote a summary for the tenant',
  SummarySent: 'sent the summary to the tenant',
  DeadlineRulesSet: 'changed the rules for deadlines',
} as const satisfies Partial<Record<EventType, Sentence>>

/** The names of these fields, on screens and in documents. */
export const deadlineFieldNames: Partial<Record<Change['field'], string>> = {
  awareAt: 'Report received',
  reportedBy: 'Reported by',
  reportedHow: 'How',
  words: 'What was said',
  level: 'Service level',
  due: 'Due',
  metAt: 'Done',
  found: 'Found',
  proof: 'Evidence',
  detail: 'Note',
  ending: 'Why',
  offeredAt: 'Offered',
  findings: 'What was found',
  work: 'What happens next',
  stay: 'Another place to stay',
  contact: 'How to reach the landlord',
  sentAt: 'Sent',
  sentHow: 'By',
  sentTo: 'To',
  deadlineLaw: 'Law',
  serviceLevels: 'Service levels',
}
