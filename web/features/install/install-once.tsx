import { keptSwitch } from '#web/ui/kept-switch.ts'
import { InstallCard } from './install-card.tsx'

const [useDismissed, setDismissed] = keptSwitch('fettle-install-dismissed', false)

/** The card, until it is dismissed on this device. */
export function InstallOnce() {
  const { isOn: dismissed } = useDismissed()
  return dismissed ? null : <InstallCard onDismiss={() => setDismissed(true)} />
}
