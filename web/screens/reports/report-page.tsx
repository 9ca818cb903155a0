import { Button } from '@mantine/core'
import { useState } from 'react'
import { ReportAddress } from '#web/features/reports/report-address.tsx'
import { useReportPage } from '#web/features/reports/use-report-page.ts'
import { useMay } from '#web/sync/rights.ts'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/dialog.tsx'
import { useDecision } from './report-reads.ts'
import styles from './reports.module.css'

/** The switch of the page where people report repairs, with its link and its QR code to print. */
export function PageForReports() {
  const { data } = useReportPage()
  const { busy, fault, changePage } = useDecision()
  const mayChange = useMay('createJob')
  const [asking, setAsking] = useState<'new address' | 'close'>()
  if (!data) return null
  const { path } = data
  return (
    <Card title="Repair reporting page" className={path ? styles.page : `${styles.page} ${styles.off}`}>
      <p className={styles.quiet}>
        {path
          ? 'Anyone with this link can report a repair, without an account. Put it on your website, or print the code for the hallway.'
          : 'Give tenants a page where they report repairs with photos. It is off until you turn it on.'}
      </p>
      {path && <ReportAddress path={path} />}
      {fault && <p role="alert">{fault.error}</p>}
      <div className={styles.actions}>
        {mayChange && path && (
          <>
            <Button variant="default" disabled={busy} onClick={() => setAsking('new address')}>
              New link
            </Button>
            <Button variant="default" disabled={busy} onClick={() => setAsking('close')}>
              Turn off
            </Button>
          </>
        )}
        {mayChange && !path && (
          <Button disabled={busy} onClick={() => void changePage('open')}>
            Turn on
          </Button>
        )}
      </div>
      <ConfirmDialog
        opened={asking !== undefined}
        title={asking === 'close' ? 'Turn the page off?' : 'Make a new link?'}
        confirm={asking === 'close' ? 'Turn off' : 'New link'}
        cancel="Cancel"
        onConfirm={() => {
          if (asking) void changePage(asking)
          setAsking(undefined)
        }}
        onClose={() => setAsking(undefined)}
      >
        The link and every printed code stop working at once.
      </ConfirmDialog>
    </Card>
  )
}
