import { sql } from 'kysely'
import { documents } from '#api/reads/documents.ts'
import type { Parameters } from '#ledger/database/statement.ts'

/** When the first open deadline of a job is due, in its document of deadlines. */
export const nextDue = sql<string>`document.body ->> 'nextDue'`

/** The jobs with open deadlines, by the index of those. */
export const openDeadlineJobs = (p: Parameters<{ companyId: string }>) =>
  documents(p, 'deadlines').select(sql<string>`document.key::uuid`.as('job_id')).where(nextDue, 'is not', null)
