import { useState } from 'react'
import { dispatch } from '#web/sync/ledger/dispatch.ts'
import { removePhoto } from '#web/sync/photos/photo-queue.ts'
import type { Photo } from '#web/sync/photos/photo-store.ts'
import { ConfirmDialog } from '#web/ui/dialogs/dialog.tsx'

/** Asks before an unsent photo is removed: this device has the only copy. Returns how to ask, and the dialog. */
export function useDiscard({ imageId, jobId }: Photo) {
  const [asking, setAsking] = useState(false)
  const discard = () => {
    removePhoto(imageId)
    // Otherwise its pair would wait for a photo that never comes.
    dispatch({ type: 'UnpairImage', data: { jobId, imageId } })
  }
  const dialog = (
    <ConfirmDialog
      opened={asking}
      title="Discard this photo?"
      confirm="Discard"
      onConfirm={discard}
      onClose={() => setAsking(false)}
    >
      It hasn’t been sent and will be lost.
    </ConfirmDialog>
  )
  return { ask: () => setAsking(true), dialog }
}
