import { useState } from 'react'
import { vatTreatmentNames } from '#core/company/vat-treatments.ts'
import { whyFailed } from '#core/job/failed-mail/why-failed.ts'
import { SentTo } from '#web/features/sent-mail/sent-to.tsx'
import type { JobBesidesTasks } from '#web/sync/ledger/besides-tasks.ts'
import { useMay } from '#web/sync/rights.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { InvoicePdf } from './invoice-pdf.tsx'
import styles from './send-invoice.module.css'

const SendInvoiceDialog = lazyComponent(async () => (await import('./send-invoice-dialog.tsx')).SendInvoiceDialog)

type Props = { jobId: string; office: NonNullable<JobBesidesTasks['office']> }

/** The invoice of a job: downloads it, sends it by email, and says to whom it was sent last. */
export function SendInvoice({ jobId, office }: Props) {
  const { invoice, invoiceVat, invoiceSent } = office
  const [asking, setAsking] = useState(false)
  const isSent = invoiceSent?.invoice === invoice
  return (
    <>
      <InvoicePdf jobId={jobId} invoice={invoice} />
      {invoiceVat && <p className={styles.sent}>VAT: {vatTreatmentNames[invoiceVat]}</p>}
      {useMay('createJob') && (
        <div>
          <button type="button" className={styles.send} onClick={() => setAsking(true)}>
            {isSent ? 'Send again' : 'Send by email'}
          </button>
        </div>
      )}
      {invoiceSent && isSent && <SentTo sent={invoiceSent} why={whyFailed(office, invoiceSent)} />}
      {asking && (
        <SendInvoiceDialog
          jobId={jobId}
          invoice={invoice}
          sentTo={invoiceSent?.sentTo ?? ''}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
