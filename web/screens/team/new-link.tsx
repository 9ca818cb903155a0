import { Button } from '@mantine/core'
import { useState } from 'react'
import type { InvitationAnswer } from '#core/wire/account/team.ts'
import { errorMessage } from '#web/client/error-message.ts'
import { inviteAgain, type TeamUser } from '#web/sync/reads/team.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import styles from './dialogs.module.css'
import { PasswordLink } from './password-link.tsx'

/** Makes another link for an invited user; the old one stops working. */
export function NewLink({ user, onClose }: { user: TeamUser; onClose: () => void }) {
  const [invitation, setInvitation] = useState<InvitationAnswer>()
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const { userId, username, email = '' } = user
  const make = async () => {
    // Each further link would end the one before.
    setBusy(true)
    setError(undefined)
    try {
      setInvitation(await inviteAgain(userId))
    } catch (failure) {
      setError(errorMessage(failure))
    }
    setBusy(false)
  }
  const footer = (
    <>
      <Button variant="default" onClick={onClose}>
        {invitation ? 'Done' : 'Cancel'}
      </Button>
      {!invitation && (
        <Button loading={busy} onClick={make}>
          Make a new link
        </Button>
      )}
    </>
  )
  return (
    <Dialog opened onClose={onClose} title={`New link for ${username}`} size={520} footer={footer}>
      {error && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
      {invitation ? (
        <PasswordLink username={username} email={email} invitation={invitation} />
      ) : (
        <p className={styles.text}>The previous link for {username} will stop working.</p>
      )}
    </Dialog>
  )
}
