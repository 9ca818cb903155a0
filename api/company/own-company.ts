import { HttpFailure, invalid } from '#api/http/errors.ts'
import type { MemberRights } from '#api/rights/rights.ts'
import { id } from '#core/model/values.ts'

/** Refuses requests that name another company: 403, whether or not it exists. */
export function requireOwnCompany({ companyId }: MemberRights, requested: string | undefined) {
  if (requested === undefined || requested.toLowerCase() === companyId) return
  throw new HttpFailure(403, { error: 'This is not your company.', code: 'foreign-company', field: 'companyId' })
}

/** The job id in a request. Throws a 400 if it is not an id. */
export function jobIdOf(text: unknown): string {
  const jobId = id.safeParse(text)
  if (!jobId.success) throw invalid('Invalid job reference.', 'jobId', 'invalid-job-reference')
  return jobId.data
}
