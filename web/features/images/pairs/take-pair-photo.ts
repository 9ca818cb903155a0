import { v7 as uuid } from 'uuid'
import type { Side } from '#core/job/pairs/pairs.ts'
import { dispatch } from '#web/sync/ledger/dispatch.ts'
import { whyUnusable } from '#web/sync/photos/photo-files.ts'
import { addPhotos } from '#web/sync/photos/photo-queue.ts'
import { toast } from '#web/ui/states/toast.tsx'

/**
 * Adds a photo that was just taken for a place of a pair. The place is recorded at once, however long the device takes to store the photo,
 * which is sent when it can be.
 */
export async function takePairPhoto(jobId: string, pairId: string, side: Side, [file]: readonly File[]) {
  if (!file) return
  const imageId = uuid()
  void addPhotos(jobId, [file], undefined, [imageId])
  if (await whyUnusable(file)) return
  const refusal = dispatch({ type: 'PairImage', data: { jobId, imageId, pairId, side } })
  if (refusal) toast.failure(refusal.error)
}
