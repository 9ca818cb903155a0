import { useState } from 'react'
import { useDeviceStorage } from '#web/sync/storage/device-storage.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { copyLink } from './copy-link.ts'

/** Loaded after the page. */
const ConfirmDialog = lazyComponent(async () => (await import('#web/ui/dialogs/dialog.tsx')).ConfirmDialog)

const told = 'fettle.told-of-forgetful-window'

/** Says once a session, before the first change, that this window keeps nothing: a private one, for instance. */
export function ForgetfulWindow() {
  const inMemory = useDeviceStorage(({ changes }) => changes === 'memory')
  const [closed, setClosed] = useState(wasTold)
  const close = () => {
    setClosed(true)
    try {
      sessionStorage.setItem(told, 'yes')
    } catch (error) {
      // It is said again after a reload.
      console.error('This window keeps nothing at all', error)
    }
  }
  return (
    <ConfirmDialog
      opened={inMemory && !closed}
      title="This window can’t keep your work"
      confirm="Copy the link"
      cancel="Carry on, only while online"
      onConfirm={copyLink}
      onClose={close}
    >
      <p>
        It is a private window, or the device has no room left: everything is forgotten when you close it. Open Fettle
        in a normal window instead.
      </p>
      <p>Offline, ticks, comments and photos can’t be saved. Online, everything works and is sent at once.</p>
    </ConfirmDialog>
  )
}

function wasTold(): boolean {
  try {
    return sessionStorage.getItem(told) !== null
  } catch {
    return false
  }
}
