import type { Entry } from '#web/sync/outbox/outbox.ts'
import type { Asking, Question } from './question.ts'
import { taskQuestion } from './task-conflict.ts'
import { valueQuestion } from './value-conflict.ts'

/** What a refused change met, as a question; undefined if it met nothing. */
export function questionOf(entry: Entry, asking: Asking): Question | undefined {
  const { conflict } = entry
  if (!conflict) return undefined
  return 'task' in conflict ? taskQuestion(entry, conflict, asking) : valueQuestion(conflict, entry, asking)
}
