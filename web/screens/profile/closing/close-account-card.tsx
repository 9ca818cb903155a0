import { Button } from '@mantine/core'
import { useState } from 'react'
import { paths } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { errorMessage } from '#web/client/error-message.ts'
import { leaveClosedAccount } from '#web/client/session.ts'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/dialog.tsx'
import { toast } from '#web/ui/states/toast.tsx'
import styles from './closing.module.css'

/** Closes the user's own account. */
export function CloseAccountCard() {
  const [asking, setAsking] = useState(false)
  const close = async () => {
    try {
      await call(paths.account, { method: 'DELETE' })
      leaveClosedAccount()
    } catch (failure) {
      toast.failure(errorMessage(failure))
    }
  }
  return (
    <Card title="Close account">
      <p className={styles.words}>
        Closing your account deletes your sign-in, email, second factor, devices and calendar link. Your work stays in
        the history under your name.
      </p>
      <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
        Close my account
      </Button>
      <ConfirmDialog
        opened={asking}
        title="Close your account?"
        confirm="Close account"
        onConfirm={() => void close()}
        onClose={() => setAsking(false)}
      >
        <p>
          You will be signed out on all devices at once, and this can’t be undone. Your password, email, second factor,
          known devices and calendar link will be deleted. Changes a device hasn’t sent can no longer be sent.
        </p>
        <p>
          What you did in jobs stays in the company’s history under your name, because others rely on it as evidence. To
          have your name and your to-do list erased as well, ask the owner of your company.
        </p>
      </ConfirmDialog>
    </Card>
  )
}
