import type { RepairReport } from './report.ts'

/** Who reported it and how to reach them, as a comment of the job says it. */
export function contactWords({ name, telephone, email }: Pick<RepairReport, 'name' | 'telephone' | 'email'>): string {
  return [name || 'the tenant', telephone, email].filter(Boolean).join(', ')
}

/** The comment that a job has of a report that joined it, or became it: who reported what. */
export const commentOf = (report: RepairReport): string =>
  `Reported by ${contactWords(report)}${report.room ? ` (${report.room})` : ''}: ${report.words}`
