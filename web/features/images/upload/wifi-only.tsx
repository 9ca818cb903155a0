import { Button, Switch } from '@mantine/core'
import { chooseWifiOnly, sendAnyway, useHeldForWifi, useWifiOnly } from '#web/sync/photos/wifi-only.ts'
import styles from './wifi-only.module.css'

/** Whether photos wait for Wi-Fi on this device. Not shown where the browser does not tell which line it uses. */
export function WifiOnlySwitch() {
  const { chosen, line } = useWifiOnly()
  if (line === undefined) return null
  return (
    <Switch
      className={styles.setting}
      classNames={{ body: styles.switch ?? '' }}
      labelPosition="left"
      size="lg"
      label="Photos only on Wi-Fi"
      description="Changes always go at once"
      checked={chosen}
      onChange={({ currentTarget }) => chooseWifiOnly(currentTarget.checked)}
    />
  )
}

/** Says that photos wait for Wi-Fi, and sends them all the same when asked. */
export function HeldForWifi() {
  if (!useHeldForWifi()) return null
  return (
    <div className={styles.held}>
      <p>Photos wait for Wi-Fi: you’re on mobile data.</p>
      <Button variant="default" onClick={sendAnyway}>
        Send now anyway
      </Button>
    </div>
  )
}
