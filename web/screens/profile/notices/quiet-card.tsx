import { Switch } from '@mantine/core'
import { useState } from 'react'
import { type QuietChoice, type QuietHours, usualQuiet } from '#core/notifications/settings.ts'
import { Card } from '#web/ui/card.tsx'
import styles from './notices.module.css'
import { SavedTime } from './saved-time.tsx'

type Props = { quiet: QuietChoice; disabled: boolean; onChange: (quiet: QuietChoice) => void }

/** When push waits until the morning. */
export function QuietCard({ quiet, disabled, onChange }: Props) {
  // What they were before they were turned off, while the screen is open.
  const [last, setLast] = useState<QuietHours>(quiet === 'off' ? usualQuiet : quiet)
  const set = (hours: QuietHours) => {
    setLast(hours)
    onChange(hours)
  }
  return (
    <Card
      title="Quiet hours"
      action={
        <Switch
          aria-label="Quiet hours"
          checked={quiet !== 'off'}
          disabled={disabled}
          onChange={({ currentTarget }) => (currentTarget.checked ? onChange(last) : onChange('off'))}
        />
      }
    >
      {quiet === 'off' ? (
        <p className={styles.words}>Push notifications arrive at any time of the day or night.</p>
      ) : (
        <>
          <div className={styles.pair}>
            <SavedTime label="From" value={quiet.from} disabled={disabled} onSave={(from) => set({ ...quiet, from })} />
            <SavedTime label="To" value={quiet.to} disabled={disabled} onSave={(to) => set({ ...quiet, to })} />
          </div>
          <p className={styles.words}>Anything that happens in these hours is pushed when they end.</p>
        </>
      )}
    </Card>
  )
}
