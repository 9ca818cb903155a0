import { refuse } from '#core/refusals.ts'
import type { MemberRights } from '../auth/rights.ts'
import { refused } from '../errors.ts'
import type { Door } from '../handle.ts'
import { jobIdOf, requireOwnCompany } from '../own-company.ts'
import { readJobNow } from './named.ts'

/** The image that stands at an index among those of a job as it is. Throws a 404 when there is no such job or image. */
export async function imageAt(
  { pool }: Door,
  member: MemberRights,
  asked: { companyId: string; jobId: string; index: number },
): Promise<{ jobId: string; imageId: string }> {
  requireOwnCompany(member, asked.companyId)
  const jobId = jobIdOf(asked.jobId)
  const now = await readJobNow(pool, member.companyId, jobId)
  if (!now) throw refused(refuse('job-not-found'))
  const image = now.job.images[asked.index]
  if (!image) throw refused(refuse('image-not-found', {}, 'index'))
  return { jobId, imageId: image.imageId }
}
