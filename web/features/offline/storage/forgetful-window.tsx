import { useState } from 'react'
import { useDeviceStorage } from '#web/sync/storage/device-storage.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'

/** Loaded after the page. */
const ForgetfulDialog = lazyComponent(async () => (await import('./forgetful-dialog.tsx')).ForgetfulDialog)

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
  return <ForgetfulDialog opened={inMemory && !closed} onClose={close} />
}

function wasTold(): boolean {
  try {
    return sessionStorage.getItem(told) !== null
  } catch {
    return false
  }
}
