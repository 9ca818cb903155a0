import { Switch } from '@mantine/core'
import { isOffice } from '#core/model/access.ts'
import { useUser } from '#web/client/use-user.ts'
import { setSingleKeys, useSingleKeys } from '#web/features/keyboard/single-keys.ts'
import { Card } from '#web/ui/card.tsx'
import { MorningListSwitch } from './morning-list-switch.tsx'
import styles from './profile.module.css'

/** The user's settings: for this browser, and what they get by email. */
export function PreferencesCard() {
  const { isOn: on } = useSingleKeys()
  const { userRole } = useUser()
  return (
    <Card title="Preferences">
      <div className={styles.form}>
        {isOffice(userRole) && <MorningListSwitch />}
        <Switch
          checked={on}
          onChange={(event) => setSingleKeys(event.currentTarget.checked)}
          label="Single-key shortcuts"
          description="In lists and on tasks, in this browser. Shortcuts with Ctrl and the arrow keys always work."
        />
      </div>
    </Card>
  )
}
