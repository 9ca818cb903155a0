import type { CommandContext } from '#api/commands/handle-command.ts'
import { jobIdOf, requireOwnCompany } from '#api/company/own-company.ts'
import { refused } from '#api/http/errors.ts'
import type { MemberRights } from '#api/rights/rights.ts'
import { refuse } from '#core/model/refusals.ts'
import { readJobNow } from './find.ts'

/** The image at an index among a job's current images. Throws a 404 if there is no such job or image. */
export async function imageAt(
  { pool }: CommandContext,
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
