import { ActionIcon, Button } from '@mantine/core'
import { IconDeviceMobile, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import styles from './install-card.module.css'
import { install, useInstallOffer } from './install-offer.ts'

const InstallSteps = lazyComponent(async () => (await import('./install-steps.tsx')).InstallSteps)

/** Offers to install Fettle, with the browser's own dialog or step by step. */
export function InstallCard({ onDismiss }: { onDismiss?: () => void }) {
  const { installed, offer } = useInstallOffer()
  const [showing, setShowing] = useState(false)
  if (installed) return null
  return (
    <aside className={styles.card} aria-label="Install Fettle">
      <IconDeviceMobile className={styles.icon} size={26} stroke={1.75} aria-hidden />
      <div className={styles.said}>
        <p className={styles.name}>Install Fettle</p>
        <p>In a browser tab, unsent work can be lost after 7 days. The app keeps it.</p>
      </div>
      <Button variant="light" className={styles.button} onClick={() => (offer ? void install() : setShowing(true))}>
        {offer ? 'Install' : 'Show how'}
      </Button>
      {onDismiss && (
        <ActionIcon variant="subtle" color="gray" size={44} className={styles.dismiss} onClick={onDismiss}>
          <IconX size={18} stroke={1.75} aria-hidden />
          <span className="sr">Don’t ask again</span>
        </ActionIcon>
      )}
      <InstallSteps opened={showing} onClose={() => setShowing(false)} />
    </aside>
  )
}
