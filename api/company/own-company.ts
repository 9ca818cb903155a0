import { HttpFailure, invalid } from '#api/http/errors.ts'
import type { MemberRights } from '#api/rights/rights.ts'
import { id } from '#core/model/values.ts'

/** Refuses a company that a request names where it is not the one of who asks: 403, whether or not there is such a one. */
export function requireOwnCompany({ companyId }: MemberRights, named: string | undefined) {
  if (named === undefined || named.toLowerCase() === companyId) return
  throw new HttpFailure(403, { error: 'This is not your company.', code: 'foreign-company', field: 'companyId' })
}

/** A job's id as it stands in a request. Throws a 400 for what is none. */
export function jobIdOf(text: unknown): string {
  const jobId = id.safeParse(text)
  if (!jobId.success) throw invalid('Invalid job reference.', 'jobId', 'invalid-job-reference')
  return jobId.data
}
