import { useLocalStorage } from '@mantine/hooks'
import { InstallCard } from './install-card.tsx'

/** The card, until it is dismissed on this device. */
export function InstallOnce() {
  const [dismissed, setDismissed] = useLocalStorage({
    key: 'fettle-install-dismissed',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  return dismissed ? null : <InstallCard onDismiss={() => setDismissed(true)} />
}
