import { useState } from 'react'
import { vatTreatmentNames } from '#core/company/vat-treatments.ts'
import { whyFailed } from '#core/job/failed-mail/why-failed.ts'
import { SentTo } from '#web/features/sent-mail/sent-to.tsx'
import type { JobBesidesTasks } from '#web/sync/ledger/besides-tasks.ts'
import { useMay } from '#web/sync/rights.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { InvoicePdf } from './invoice-pdf.tsx'
import styles from './send-invoice.module.css'
import { useSentInvoice } from './use-sent-invoice.ts'

const SendInvoiceDialog = lazyComponent(async () => (await import('./send-invoice-dialog.tsx')).SendInvoiceDialog)

type Props = { jobId: string; office: NonNullable<JobBesidesTasks['office']> }

/** The invoice of a job: downloads it, sends it by email, and says to whom it was sent last and whether it has changed since. */
export function SendInvoice({ jobId, office }: Props) {
  const { invoice, invoiceVat, invoiceSent } = office
  const [asking, setAsking] = useState(false)
  const isSent = invoiceSent?.invoice === invoice
  const sent = useSentInvoice(jobId, invoice, isSent)
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
      {sent?.changed && <p className={styles.changed}>Changed since it was sent: {sent.changed}</p>}
      {sent && <InvoicePdf jobId={jobId} invoice={invoice} sentAt={sent.version} />}
      {asking && (
        <SendInvoiceDialog
          jobId={jobId}
          invoice={invoice}
          sentTo={invoiceSent?.sentTo ?? ''}
          changed={sent?.changed ?? ''}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
