import type { PushMessage } from '#core/notifications/push.ts'
import type { JobChanges } from './changes.ts'
import { type Namer, pathOf, saidOf } from './words.ts'

/** The job of a message, or what stands in its place. The site is given only to those who allow it on the lock screen. */
export type PushedJob = {
  jobId: string
  jobRef?: string | undefined
  site?: string | undefined
  instead?: 'report' | 'device' | undefined
}

/** In characters: a push service takes messages of 4 kB, and a lock screen shows a few lines. */
const longest = 300

/** What a lock screen shows of the changes of a job: no address unless its reader allows it, and never a price. */
export function pushMessageOf(
  changes: JobChanges,
  { jobId, jobRef, site, instead }: PushedJob,
  namer: Namer,
): PushMessage {
  const said = saidOf(changes, namer).map(({ who, what }) => (who ? `${who} ${what}` : what))
  const [title = 'This has changed again', ...others] = said
  const job = jobRef ? `Job ${jobRef}` : ''
  const rest = said.length === 0 ? [takenBack[instead ?? 'job']] : others
  return {
    title: title.slice(0, longest),
    body: [[job, site].filter(Boolean).join(' · '), ...rest].filter(Boolean).join('\n').slice(0, longest),
    path: instead ? places[instead] : pathOf(changes, jobId),
    tag: jobId,
  }
}

const places = { report: '/reports', device: '/team' }

const takenBack = {
  job: 'The change you were told about on this job was undone.',
  report: 'The report has been dealt with.',
  device: 'The changes have been sent or dealt with.',
}

/** Whether a phone should show the message at once, also while it saves its battery. */
export const isPressing = ({ missed, near, mention, noAccess, visit, report }: JobChanges) =>
  Boolean(missed || near || mention || noAccess || visit || report)
