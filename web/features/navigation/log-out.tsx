import { useState } from 'react'
import { useNavigate } from 'react-router'
import { loadCode } from '#web/client/load-code.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { toast } from '#web/ui/states/toast.tsx'

/** Loaded after the page. */
const ConfirmDialog = lazyComponent(async () => (await import('#web/ui/dialogs/dialog.tsx')).ConfirmDialog)
const leaving = () => loadCode(() => import('./leave-device.ts'))

/** Signs out, clears this device's data and goes to the sign-in page; asks first if changes would be lost. */
export function useLogOut() {
  const navigate = useNavigate()
  const [lost, setLost] = useState<string>()
  const leave = async () => {
    const failure = await (await leaving()).leaveDevice()
    if (failure) return toast.failure(failure)
    await navigate('/login', { replace: true })
  }
  const ask = async () => {
    const work = await (await leaving()).workToLose()
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
