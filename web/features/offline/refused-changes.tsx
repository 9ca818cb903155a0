import { useEffect } from 'react'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { watchOfflineWork } from './offline-work.ts'

/** Loaded after the page, as it gives commands. */
const BookAnyway = lazyComponent(async () => (await import('./book-anyway.tsx')).BookAnyway)
/** Loaded after the page too. */
const ForgetfulWindow = lazyComponent(async () => (await import('./storage/forgetful-window.tsx')).ForgetfulWindow)
const RefusedToasts = lazyComponent(async () => (await import('./refused-toasts.tsx')).RefusedToasts)

/** Shows what the server refused, and what the user must decide about changes that were made here. */
export function RefusedChanges() {
  useEffect(watchOfflineWork, [])
  return (
    <>
      <BookAnyway />
      <ForgetfulWindow />
      <RefusedToasts />
    </>
  )
}
