import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import styles from '#web/screens/profile/profile.module.css'
import { Card } from '#web/ui/card.tsx'
import type { Settings } from './use-settings.ts'

type Props = {
  settings: Settings
  /** What saving does and does not change. */
  note: string
  mayChange: boolean
  children: ReactNode
}

/** A card of the company's settings with the form that saves them; those who may not change them see no button. */
export function SettingsForm({ settings, note, mayChange, children }: Props) {
  const { title, error, isMovedOn, busy, save, showSaved } = settings
  const form = useRef<HTMLFormElement>(null)
  const isSaving = busy === 'saving'
  // What is wrong with a field is marked there, whether the server refused it or it was not sent.
  useEffect(() => {
    if (!isSaving || error) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [isSaving, error])
  return (
    <Card title={title}>
      <form
        ref={form}
        className={styles.form}
        noValidate
        aria-busy={busy !== undefined}
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
        {isMovedOn && (
          <div className={styles.movedOn}>
            <Button
              variant="default"
              size="xs"
              aria-disabled={busy !== undefined}
              onClick={({ currentTarget }) => {
                if (!busy) void showSaved(currentTarget)
              }}
            >
              {busy === 'reading' ? 'Loading...' : 'Show what was saved'}
            </Button>
            <span className={styles.quiet}>This discards what you have typed</span>
          </div>
        )}
        <div className={styles.foot}>
          <span className={styles.quiet}>{note}</span>
          {mayChange && (
            <Button type="submit" aria-disabled={busy !== undefined}>
              {isSaving ? 'Saving...' : `Save ${title}`}
            </Button>
          )}
        </div>
      </form>
    </Card>
  )
}
