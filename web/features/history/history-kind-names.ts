import type { HistoryKind } from '#core/history/kinds.ts'

/** Kinds of event, as named on screen. */
export const kindNames: Record<HistoryKind, string> = {
  status: 'Status',
  tasks: 'Tasks',
  schedule: 'Visits',
  money: 'Money',
  notes: 'Comments',
  images: 'Images',
  files: 'Files',
  sites: 'Sites',
  recurring: 'Recurring work',
  reports: 'Reports',
  parts: 'Parts',
  people: 'People',
  job: 'Job',
  deadlines: 'Deadlines',
}
