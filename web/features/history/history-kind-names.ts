import type { HistoryKind } from '#core/history/kinds.ts'

/** The kinds of what happens, as screens name them. */
export const kindNames: Record<HistoryKind, string> = {
  status: 'Status',
  tasks: 'Tasks',
  schedule: 'Visits',
  money: 'Money',
  notes: 'Notes',
  images: 'Images',
  parts: 'Parts',
  people: 'People',
  job: 'Job',
}
