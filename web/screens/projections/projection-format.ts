import type { ProjectionRun, ProjectionState } from '#core/wire/projections.ts'
import { counted, numberText } from '#web/ui/number-format.ts'

/** Where people see a projection's rows. */
const known: Readonly<Record<string, string>> = {
  job: 'Job pages',
  'job-rows': 'Jobs list',
  calendar: 'Calendar',
  'dashboard-jobs': 'Dashboard',
  deadlines: 'Deadlines',
  'part-rows': 'Parts Book',
  'part-count': 'Number of parts',
  'job-parts': 'Parts of a job',
  sites: 'Address Book',
  'site-names': 'Names of sites',
  'site-jobs': 'Jobs of a site',
  'recurring-work': 'Recurring work',
  'recurring-jobs': 'Jobs of recurring work',
  reports: 'Reported repairs',
  'report-counts': 'Number of open reports',
  todo: 'To-do lists',
  'own-views': 'Saved views',
  'shared-views': 'Views of the office',
  members: 'Team',
  company: 'Company and plan',
  apartments: 'Site names',
  agencies: 'Agency names',
  receivedBy: 'Received By names',
  'history-rows': 'Company history',
}
export const projectionTitle = (name: string) => known[name] ?? name

/** A length of time in its two largest units: '40 s', '1 min 4 s', '2 h 5 min'. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  const [hours, minutes, rest] = [Math.floor(whole / 3_600), Math.floor((whole % 3_600) / 60), whole % 60]
  if (hours > 0) return `${hours} h${minutes > 0 ? ` ${minutes} min` : ''}`
  return minutes > 0 ? `${minutes} min${rest > 0 ? ` ${rest} s` : ''}` : `${whole} s`
}

const states: Record<ProjectionState, string> = {
  live: 'Live',
  behind: 'Behind',
  building: 'Replaying',
  comparing: 'Dry run',
  parked: 'Parked',
  stale: 'Stale',
}
export const stateName = (state: ProjectionState) => states[state]

/** The projections of a run by name: 'job-rows', or 'all 13 projections'. */
export function namesOf({ projections }: Pick<ProjectionRun, 'projections'>, all: number): string {
  if (projections.length > 1 && projections.length === all) return `all ${all} projections`
  return projections.map((one) => one.name).join(', ')
}

/** The outcome of a run, in a few words. */
export function outcomeOf({ kind, state, errors, counts, projections }: ProjectionRun): string {
  const version = projections.map((one) => one.version).join(', ')
  if (state === 'cancelled') return 'Cancelled; nothing was switched'
  // An error that no event caused has seq 0.
  if (state === 'failed') return errors[0]?.seq ? `Failed at event ${numberText(errors[0].seq)}` : 'Failed'
  if (kind === 'replay') return `Version ${version} replayed`
  if (kind === 'promote') return `Version ${version} promoted`
  if (kind === 'discard') return 'Dry run discarded'
  if (kind === 'undo') return 'Undone: previous rows restored'
  if (kind === 'retry') return 'Retried'
  const differ = counts ? counts.changed + counts.added + counts.removed : 0
  return differ === 0 ? 'Dry run: no differences' : `Dry run: ${counted(differ, 'row differs', 'rows differ')}`
}
