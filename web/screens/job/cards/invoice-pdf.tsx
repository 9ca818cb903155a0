import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { paths, pathTo } from '#core/wire/paths.ts'
import { download } from '#web/client/download.ts'
import { toast } from '#web/ui/states/toast.tsx'
import styles from './invoice-pdf.module.css'

/** An invoice number, which downloads the invoice. */
export function InvoicePdf({ jobId, invoice }: { jobId: string; invoice: string }) {
  const [busy, setBusy] = useState(false)
  const get = async () => {
    setBusy(true)
    await download(pathTo(paths.jobInvoice, { jobId }))
      .catch((error: Error) => toast.failure(`Failed to download the invoice: ${error.message}`, get))
      .finally(() => setBusy(false))
  }
  return (
    <button
      type="button"
      className={styles.invoice}
      onClick={get}
      disabled={busy}
      title="Download the invoice as a PDF"
    >
      {invoice}
      <IconDownload size={16} stroke={1.75} aria-hidden />
      <span className="sr">, download the invoice</span>
    </button>
  )
}
