import { stepNames } from '#core/deadlines/values.ts'
import type { EmailFailed } from '#core/job/failed-mail/failed-mail-messages.ts'
import type { Urgency } from '#core/report/values.ts'
import type { JobChanges, TurnedOff, VisitTime } from './changes.ts'

export type Said = {
  kind:
    | 'missed'
    | 'near'
    | 'mention'
    | 'no-access'
    | 'report'
    | 'tenant'
    | 'not-sent'
    | 'stuck'
    | 'day-ahead'
    | 'finished'
    | 'to-estimate'
    | 'visit'
    | 'webhook'
  /** Who did it, by name; missing if the system did, or if it is not said. */
  who?: string
  what: string
}

export type Namer = {
  nameOf(userId: string): string
  /** A visit's day and times as its reader knows them. */
  whenOf(visit: VisitTime): string
  /** An instant as its reader knows it. */
  momentOf(at: string): string
}

/** Where a kind of news leads if not to its job. */
const elsewhere: Partial<Record<Said['kind'], string>> = {
  webhook: '/connections',
  report: '/reports',
  stuck: '/team',
  'day-ahead': '/day',
}

/** What opens when somebody follows a notification. */
export function pathOf(changes: JobChanges, jobId: string): string {
  const [first] = saidOf(changes, { nameOf: () => '', whenOf: () => '', momentOf: () => '' })
  return (first && elsewhere[first.kind]) ?? `/job/${jobId}`
}

/** What a notification says, the most pressing first. */
export function saidOf(changes: JobChanges, namer: Namer): Said[] {
  const {
    missed,
    near,
    mention,
    noAccess,
    report,
    tenant,
    notSent = [],
    stuck,
    visit,
    dayAhead,
    finished,
    toEstimate,
    webhookOff,
  } = changes
  const by = (userId: string | undefined, done: string, passive: string) => {
    const who = userId && namer.nameOf(userId)
    return who ? { who, what: done } : { what: passive }
  }
  const tasks = toEstimate?.taskIds.length === 1 ? 'a task' : `${toEstimate?.taskIds.length} tasks`
  const notes = mention?.noteIds.length === 1 ? 'a comment' : `${mention?.noteIds.length} comments`
  return [
    ...(webhookOff ? [{ kind: 'webhook', what: webhookWords[webhookOff.why] } as const] : []),
    ...(missed ? [{ kind: 'missed', what: lateSteps(missed) } as const] : []),
    ...(near ? [{ kind: 'near', what: nearSteps(near, namer) } as const] : []),
    ...(mention
      ? [{ kind: 'mention', ...by(mention.by, `mentioned you in ${notes}`, `You’re mentioned in ${notes}`) } as const]
      : []),
    ...(noAccess
      ? [{ kind: 'no-access', ...by(noAccess.by, 'recorded no access', 'No access recorded') } as const]
      : []),
    ...(report ? [{ kind: 'report', what: reportWords[report.urgency] } as const] : []),
    ...tenantWords(tenant).map((what) => ({ kind: 'tenant', what }) as const),
    ...notSent.map((what) => ({ kind: 'not-sent', what: notSentWords[what] }) as const),
    ...(stuck ? [{ kind: 'stuck', ...stuckWords(stuck, namer) } as const] : []),
    ...(visit ? [{ kind: 'visit', what: visitWords(visit, namer) } as const] : []),
    ...(dayAhead ? [{ kind: 'day-ahead', what: dayWords(dayAhead, namer) } as const] : []),
    ...(finished ? [{ kind: 'finished', ...by(finished.by, 'finished the job', 'Job finished') } as const] : []),
    ...(toEstimate
      ? [{ kind: 'to-estimate', ...by(toEstimate.by, `marked ${tasks} to estimate`, `${tasks} to estimate`) } as const]
      : []),
  ]
}

function lateSteps(missed: NonNullable<JobChanges['missed']>): string {
  const names = [...new Set(missed.map((one) => stepNames[one.step]))]
  return `${names.length === 1 ? 'Deadline' : 'Deadlines'} missed: ${names.join(', ')}`
}

function nearSteps(near: NonNullable<JobChanges['near']>, { momentOf }: Namer): string {
  const dues = Map.groupBy(near, (one) => one.due)
  const words = [...dues].map(
    ([due, ofDue]) => `${ofDue.map(({ step }) => stepNames[step]).join(', ')}, due ${momentOf(due)}`,
  )
  return `${near.length === 1 ? 'Deadline' : 'Deadlines'} near: ${words.join('; ')}`
}

function visitWords({ from, to }: NonNullable<JobChanges['visit']>, { whenOf }: Namer): string {
  if (!to) return from ? `Your visit on ${whenOf(from)} is cancelled` : 'Your visit is cancelled'
  return from ? `Your visit moved to ${whenOf(to)}` : `You’re booked for ${whenOf(to)}`
}

const dayWords = ({ count, first }: NonNullable<JobChanges['dayAhead']>, { whenOf }: Namer) =>
  count === 1
    ? `Your next day: a visit, ${whenOf(first)}`
    : `Your next day: ${count} visits, the first ${whenOf(first)}`

/** Whose device has refused changes, and such as it has not sent. */
function stuckWords(
  { by, on, refused, waiting, oldest }: NonNullable<JobChanges['stuck']>,
  { nameOf, momentOf }: Namer,
): Omit<Said, 'kind'> {
  const from = oldest ? (waiting === 1 ? ` from ${momentOf(oldest)}` : `, the oldest from ${momentOf(oldest)}`) : ''
  const some = [
    ...(refused > 0 ? [refused === 1 ? 'a refused change' : `${refused} refused changes`] : []),
    ...(waiting > 0 ? [`${waiting === 1 ? 'an unsent change' : `${waiting} unsent changes`}${from}`] : []),
  ].join(' and ')
  const name = nameOf(by)
  return name ? { who: `${name}’s ${on}`, what: `has ${some}` } : { what: `A ${on} has ${some}` }
}

const webhookWords: Record<TurnedOff, string> = {
  failing: 'A webhook turned off: nothing has arrived for three days',
  gone: 'A webhook turned off: its receiver says the address no longer exists',
  'maker-left': 'A webhook turned off: nobody in the office is responsible for it any more',
}

const reportWords: Record<Urgency, string> = {
  'can wait': 'A repair was reported',
  health: 'A repair was reported that affects someone’s health',
  danger: 'A repair was reported as an immediate danger',
}

const notSentWords: Record<EmailFailed['what'], string> = {
  invoice: 'The invoice could not be sent by email',
  evidence: 'The evidence pack could not be sent by email',
  'tenant-link': 'An email to the tenant could not be sent',
}

/** What the tenant did, each in a sentence. */
const tenantWords = ({ asked, confirmed, wrote, photos }: NonNullable<JobChanges['tenant']> = {}): string[] => [
  ...(asked ? ['The tenant asked for another time'] : []),
  ...(confirmed ? ['The tenant confirmed the visit'] : []),
  ...(wrote ? ['The tenant wrote a message'] : []),
  ...(photos ? ['The tenant sent photos'] : []),
]
