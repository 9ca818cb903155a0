import { Select, Switch } from '@mantine/core'
import { useState } from 'react'
import { type DailyEmail, type EmailChoice, usualEmail } from '#core/notifications/settings.ts'
import { Card } from '#web/ui/card.tsx'
import styles from './notices.module.css'
import { SavedTime } from './saved-time.tsx'

type Props = {
  email: EmailChoice
  /** Whether anything is chosen for it. */
  isUsed: boolean
  address: string
  disabled: boolean
  onChange: (email: EmailChoice) => void
}

const days: { value: DailyEmail['days']; label: string }[] = [
  { value: 'weekdays', label: 'Monday to Friday' },
  { value: 'every day', label: 'Every day' },
]

/** When the email comes that tells once a day what was not read. */
export function EmailCard({ email, isUsed, address, disabled, onChange }: Props) {
  // What it was before it was turned off, while the screen is open.
  const [last, setLast] = useState<DailyEmail>(email === 'off' ? usualEmail : email)
  const set = (times: DailyEmail) => {
    setLast(times)
    onChange(times)
  }
  return (
    <Card
      title="Daily email"
      action={
        <Switch
          aria-label="Daily email"
          checked={email !== 'off'}
          disabled={disabled}
          onChange={({ currentTarget }) => onChange(currentTarget.checked ? last : 'off')}
        />
      }
    >
      {email === 'off' ? (
        <p className={styles.words}>No daily email is sent to you.</p>
      ) : (
        <>
          <div className={styles.daily}>
            <SavedTime label="At" value={email.at} disabled={disabled} onSave={(at) => set({ ...email, at })} />
            <Select
              label="On"
              data={days}
              value={email.days}
              disabled={disabled}
              allowDeselect={false}
              onChange={(chosen) => chosen && set({ ...email, days: chosen })}
            />
          </div>
          <p className={styles.words}>
            {isUsed
              ? `To ${address}, if you haven’t read everything by then.`
              : 'Nothing is chosen yet: tick Daily email for each thing it should include.'}
          </p>
        </>
      )}
    </Card>
  )
}
