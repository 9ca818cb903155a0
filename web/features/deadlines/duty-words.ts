import type {
  Ending,
  Finding,
  OfferAnswer,
  Proof,
  ReportWay,
  SendingWay,
  Severity,
  Step,
} from '#core/deadlines/values.ts'
import { type Duty, severityOf } from '#core/job/duties/duty.ts'

export const severityNames: Record<Severity, string> = { emergency: 'Emergency', significant: 'Significant' }

export const proofNames: Record<Proof, string> = {
  visit: 'A visit',
  photos: 'Photos',
  document: 'A document',
  comment: 'A comment on the job',
  call: 'A phone call',
  other: 'Something else',
}

export const wayNames: Record<ReportWay, string> = {
  phone: 'Phone call',
  email: 'Email',
  message: 'Message',
  'in person': 'In person',
  letter: 'Letter',
  'seen on site': 'Seen on site',
  other: 'Another way',
}

/** How a report came, within a sentence. */
export const wayWords: Record<ReportWay, string> = {
  phone: 'by phone',
  email: 'by email',
  message: 'by message',
  'in person': 'in person',
  letter: 'by letter',
  'seen on site': 'on site',
  other: 'another way',
}

export const sendingNames: Record<SendingWay, string> = {
  email: 'Email',
  post: 'Post',
  'by hand': 'By hand',
  message: 'Message',
}

export const sentWords: Record<SendingWay, string> = {
  email: 'by email',
  post: 'by post',
  'by hand': 'by hand',
  message: 'by message',
}

export const findingNames: Record<Finding, string> = {
  emergency: 'An emergency hazard',
  significant: 'A significant hazard',
  'no hazard': 'No hazard',
}

export const endingNames: Record<Ending, string> = {
  'recorded by mistake': 'Recorded by mistake',
  'consent refused': 'Consent was refused',
  'tenant moved out': 'The household moved out',
  other: 'Another reason',
}

export const answerNames: Record<OfferAnswer, string> = {
  waiting: 'No answer yet',
  accepted: 'Accepted',
  declined: 'Declined',
}

/** What a button says that records a step as done. */
export const doneNames: Record<Step, string> = {
  investigate: 'Investigated',
  'make safe': 'Made safe',
  summary: 'Sent another way',
  'further work': 'Work has begun',
  repair: 'Repairs finished',
  finish: 'Done',
}

/** Whether nobody has to wait for anything any more because an investigation found no hazard. */
export const isWithoutHazard = ({ deadlines }: Pick<Duty, 'deadlines'>) =>
  deadlines.some(({ met }) => met?.found === 'no hazard')

/** How serious a hazard is as a tag says it; nothing for a service level. */
export function severityWords(duty: Duty): string | undefined {
  const severity = severityOf(duty)
  return severity && severityNames[severity]
}
