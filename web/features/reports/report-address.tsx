import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { useState } from 'react'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import styles from './report-address.module.css'

const PrintedCode = lazyComponent(async () => (await import('./printed-code.tsx')).PrintedCode)

/** The address of a page for reports, of the company or of one site, as a link and as a code to print. */
export function ReportAddress({ path, site }: { path: string; site?: string }) {
  const { copied, copy } = useClipboard({ timeout: 2_000 })
  const [isPrinting, setPrinting] = useState(false)
  const address = `${window.location.origin}${path}`
  return (
    <>
      <div className={styles.address}>
        <QrCode text={address} label={site ? `QR code for reports at ${site}` : 'QR code for the reporting page'} />
        <a href={address} target="_blank" rel="noreferrer">
          {address}
        </a>
      </div>
      <div className={styles.actions}>
        <Button variant="default" onClick={() => copy(address)}>
          {copied ? 'Copied' : 'Copy link'}
        </Button>
        <Button variant="default" onClick={() => setPrinting(true)}>
          Print code
        </Button>
      </div>
      {isPrinting && <PrintedCode address={address} site={site} onPrinted={() => setPrinting(false)} />}
    </>
  )
}
