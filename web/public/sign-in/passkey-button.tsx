import { IconFingerprint } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { hasPasskeys, signInByPasskey } from '#web/client/passkeys.ts'
import type { CallFailure } from '#web/client/request.ts'
import styles from './auths-form.module.css'

/** Signs in by a passkey, without an email or a password, where the browser has passkeys. */
export function PasskeyButton({ onFailure }: { onFailure: (failure: CallFailure | undefined) => void }) {
  // There at first, as the prerendered page knows no browser: what is below must not move while somebody clicks it.
  const [isThere, setIsThere] = useState(true)
  useEffect(() => setIsThere(hasPasskeys()), [])
  const [busy, setBusy] = useState(false)
  if (!isThere) return null
  const use = async () => {
    if (busy) return
    setBusy(true)
    onFailure(undefined)
    const failure = await signInByPasskey()
    setBusy(false)
    onFailure(failure)
  }
  return (
    <button type="button" className={styles.passkey} aria-disabled={busy} onClick={use}>
      <IconFingerprint size={20} stroke={1.75} aria-hidden />
      Sign in with a passkey
    </button>
  )
}
