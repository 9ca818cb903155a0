import { useEffect } from 'react'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { toast } from '#web/ui/states/toast.tsx'

/** Loaded after the page, and ahead of its first use, so that it also opens offline. */
export const PartDialog = lazyComponent(async () => (await import('./part-dialog.tsx')).PartDialog, <Loading />)

/** Says why nothing opens, if the dialog has not loaded by then. */
function Loading() {
  useEffect(() => {
    if (navigator.onLine) return
    const hide = toast.failure('You’re offline, and this form hasn’t been loaded on this device yet.')
    return () => void hide()
  }, [])
  return null
}
