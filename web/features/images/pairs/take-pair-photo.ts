import type { Side } from '#core/job/pairs/pairs.ts'
import { dispatch } from '#web/sync/ledger/dispatch.ts'
import { addPhotos } from '#web/sync/photos/photo-queue.ts'
import { usePhotos } from '#web/sync/photos/photo-store.ts'
import { toast } from '#web/ui/states/toast.tsx'

/** Adds a photo that was just taken for a place of a pair. The place is recorded at once; the photo is sent when it can be. */
export async function takePairPhoto(jobId: string, pairId: string, side: Side, files: readonly File[]) {
  const [imageId] = await addPhotos(jobId, files.slice(0, 1))
  if (!imageId) return
  const photo = usePhotos.getState().photos.find((one) => one.imageId === imageId)
  if (photo?.state === 'failed') return
  const refusal = dispatch({ type: 'PairImage', data: { jobId, imageId, pairId, side } })
  if (refusal) toast.failure(refusal.error)
}
