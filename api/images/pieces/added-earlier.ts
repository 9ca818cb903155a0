import type { MemberRights } from '#api/rights/rights.ts'
import type { Services } from '#api/services/services.ts'
import type { UploadAnswer } from '#core/wire/images.ts'
import { readStream } from '#ledger/log/read.ts'

/** The image that a member has already added to a job under this id, as its upload answered; undefined if there is none. */
export async function addedEarlier(
  { ledgerPool }: Pick<Services, 'ledgerPool'>,
  { companyId, userId }: MemberRights,
  jobId: string,
  imageId: string,
): Promise<(Omit<UploadAnswer['images'][number], 'urls'> & { seq: number }) | undefined> {
  for (const { type, data, actorId, seq } of await readStream(ledgerPool, companyId, jobId))
    if (type === 'ImageAdded' && data.imageId === imageId && actorId === userId) {
      const { src, description, width, height } = data
      return { imageId, src, description, width, height, seq }
    }
  return undefined
}
