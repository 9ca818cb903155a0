import type { RepairReport } from './report.ts'

/**
 * The comment that a job has of a report that joined it, or became it: who reported what. The team reads it and calls the tenant, whose
 * email is the office's alone.
 */
export function commentOf({ name, telephone, room, words }: RepairReport): string {
  const contact = [name || 'the tenant', telephone].filter(Boolean).join(', ')
  return `Reported by ${contact}${room ? ` (${room})` : ''}: ${words}`
}
