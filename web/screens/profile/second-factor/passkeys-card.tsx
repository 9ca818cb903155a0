import { Button } from '@mantine/core'
import { IconFingerprint, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { dayNameIn } from '#core/time/format.ts'
import type { Passkey } from '#core/wire/account/passkeys.ts'
import { hasPasskeys } from '#web/client/passkeys.ts'
import { removePasskey } from '#web/features/second-factor/queries.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/dialog.tsx'
import { lastUse } from '#web/ui/time/last-use.ts'
import { useNow } from '#web/ui/time/use-now.ts'
import { RenamePasskey } from './rename-passkey.tsx'
import styles from './second-factor.module.css'

type Props = {
  passkeys: readonly Passkey[]
  /** Whether the password alone is enough without the last passkey. */
  isOnlyFactor: boolean
  /** False for the last second factor of a user who must have one. */
  mayRemove: boolean
  onAdd: () => Promise<void>
  onChange: () => Promise<void>
  /** Does the work, reads the passkeys again, and says what went wrong. */
  act: (work: () => Promise<unknown>) => Promise<void>
}

/** The user's passkeys: added, listed with their last use, renamed, removed. */
export function PasskeysCard({ passkeys, isOnlyFactor, mayRemove, onAdd, onChange, act }: Props) {
  const [removing, setRemoving] = useState<Passkey>()
  const [renaming, setRenaming] = useState<Passkey>()
  const [busy, setBusy] = useState(false)
  const add = () => {
    setBusy(true)
    void onAdd().finally(() => setBusy(false))
  }
  return (
    <Card
      title="Passkeys"
      {...(passkeys.length > 0 ? { detail: String(passkeys.length) } : {})}
      flush
      action={
        hasPasskeys() && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            disabled={busy}
            onClick={add}
          >
            Add passkey
          </Button>
        )
      }
    >
      <ul className={styles.list} aria-label="Passkeys">
        {passkeys.map((one) => (
          <li key={one.passkeyId} className={styles.row}>
            <IconFingerprint size={20} stroke={1.5} aria-hidden />
            <div className={styles.what}>
              <div className={styles.name}>{one.name}</div>
              <div className={styles.quiet}>
                <Use {...one} />
              </div>
            </div>
            <Button size="compact-sm" variant="default" onClick={() => setRenaming(one)}>
              Rename<span className="sr"> {one.name}</span>
            </Button>
            {mayRemove && (
              <Button variant="subtle" color="gray" size="compact-sm" px={6} onClick={() => setRemoving(one)}>
                <IconTrash size={18} stroke={1.5} aria-hidden />
                <span className="sr">Remove {one.name}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p className={styles.foot}>
        {hasPasskeys()
          ? 'Sign in with your face, finger or PIN. No password needed.'
          : 'This browser cannot use passkeys at this address.'}
      </p>
      {renaming && (
        <RenamePasskey
          passkey={renaming}
          onRenamed={() => {
            setRenaming(undefined)
            void onChange()
          }}
          onClose={() => setRenaming(undefined)}
        />
      )}
      <ConfirmDialog
        opened={removing !== undefined}
        title="Remove this passkey?"
        confirm="Remove"
        onConfirm={() => removing && act(() => removePasskey(removing.passkeyId))}
        onClose={() => setRemoving(undefined)}
      >
        <p>
          It will no longer sign in. Delete it on your device too.
          {isOnlyFactor &&
            passkeys.length === 1 &&
            ' Your password alone will be enough, and your recovery codes will stop working.'}
        </p>
      </ConfirmDialog>
    </Card>
  )
}

function Use({ addedAt, lastUsedAt }: Passkey) {
  const zone = useTimeZone()
  const now = useNow()
  const used =
    lastUsedAt === undefined
      ? ''
      : ` · used ${lastUse(lastUsedAt, now, zone).toLowerCase().replace(/^now$/, 'just now')}`
  return `Added ${dayNameIn(addedAt, zone)}${used}`
}
