import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import styles from '#web/screens/profile/profile.module.css'
import { Card } from '#web/ui/card.tsx'

type Props = {
  /** What is set, such as 'Invoices'. */
  title: string
  /** What saving does and does not change. */
  note: string
  mayChange: boolean
  /** Why it was not saved, unless a field says so. */
  error: string | undefined
  onSave: () => Promise<void>
  children: ReactNode
}

/** A card of the company's settings with the form that saves them; those who may not change them see no button. */
export function SettingsForm({ title, note, mayChange, error, onSave, children }: Props) {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    await onSave()
    setBusy(false)
  }
  return (
    <Card title={title}>
      <form
        className={styles.form}
        noValidate
        aria-busy={busy}
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy && mayChange) void save()
        }}
      >
        {children}
        {error && (
          <p className={styles.failed} role="alert">
            {error}
          </p>
        )}
        <div className={styles.foot}>
          <span className={styles.quiet}>{note}</span>
          {mayChange && (
            <Button type="submit" aria-disabled={busy}>
              {busy ? 'Saving...' : `Save ${title}`}
            </Button>
          )}
        </div>
      </form>
    </Card>
  )
}
