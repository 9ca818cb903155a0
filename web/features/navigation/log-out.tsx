import { useState } from 'react'
import { useNavigate } from 'react-router'
import { loadCode } from '#web/client/load-code.ts'
import { logOut } from '#web/client/session.ts'
import { wipeDevice } from '#web/sync/device/device-reads.ts'
import { draftWiping } from '#web/sync/device/drafts.ts'
import { wiping } from '#web/sync/ledger/ledger-store.ts'
import { photoWiping } from '#web/sync/photos/photo-store.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { toast } from '#web/ui/states/toast.tsx'

/** Loaded after the page. */
const ConfirmDialog = lazyComponent(async () => (await import('#web/ui/dialogs/dialog.tsx')).ConfirmDialog)

/** Only the server can end a session. */
const unreached = 'The server can’t be reached, so you’re still signed in. Log out when you’re back online.'

/** Signs out, clears this device's data and goes to the sign-in page; asks first if changes would be lost. */
export function useLogOut() {
  const navigate = useNavigate()
  const [lost, setLost] = useState<string>()
  const leave = async () => {
    const wipes = [wiping(), photoWiping(), draftWiping(), wipeDevice]
    const failure = await logOut()
    if (failure) return toast.failure(failure.status === 0 || failure.isForeign ? unreached : failure.message)
    await Promise.all(wipes.map((wipe) => wipe()))
    await navigate('/login', { replace: true })
  }
  const ask = async () => {
    const { workToLose } = await loadCode(() => import('./work-to-lose.ts'))
    const work = await workToLose()
    if (work === undefined) return leave()
    setLost(work)
  }
  const dialog = (
    <ConfirmDialog
      opened={lost !== undefined}
      title="Log out and lose unsent changes?"
      confirm="Log out"
      onConfirm={leave}
      onClose={() => setLost(undefined)}
    >
      {lost}
    </ConfirmDialog>
  )
  return { ask, dialog }
}
