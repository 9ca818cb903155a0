import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { useMe } from '#web/sync/reads/me.ts'
import { QrCode } from '#web/ui/qr-code.tsx'
import styles from './printed-code.module.css'

type Props = { address: string; site?: string | undefined; onPrinted: () => void }

/** A sheet for the hallway with the code alone, which is printed as it appears. */
export function PrintedCode({ address, site, onPrinted }: Props) {
  const company = useMe().data?.company.name
  useEffect(() => {
    window.addEventListener('afterprint', onPrinted, { once: true })
    window.print()
    return () => window.removeEventListener('afterprint', onPrinted)
  }, [onPrinted])
  return createPortal(
    <section className={styles.sheet} data-print-alone>
      <p className={styles.company}>{company}</p>
      <h1 className={styles.title}>Something needs repair?</h1>
      {site && <p className={styles.site}>{site}</p>}
      <QrCode text={address} label="QR code for the reporting page" />
      <p>Point your phone’s camera at the code and tell us what is wrong. No account needed.</p>
      <p className={styles.link}>{address}</p>
    </section>,
    document.body,
  )
}
