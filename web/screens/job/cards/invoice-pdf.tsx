import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { paths, pathTo } from '#core/wire/paths.ts'
import { download } from '#web/client/download.ts'
import { toast } from '#web/ui/states/toast.tsx'
import styles from './invoice-pdf.module.css'

type Props = {
  jobId: string
  invoice: string
  /** Downloads the invoice of the job as it was sent at this version. */
  sentAt?: number
}

/** An invoice number, which downloads the invoice. */
export function InvoicePdf({ jobId, invoice, sentAt }: Props) {
  const [busy, setBusy] = useState(false)
  const get = async () => {
    setBusy(true)
    await download(pathTo(paths.jobInvoice, { jobId }), { version: sentAt })
      .catch((error: Error) => toast.failure(`Failed to download the invoice: ${error.message}`, get))
      .finally(() => setBusy(false))
  }
  return (
    <button
      type="button"
      className={styles.invoice}
      onClick={get}
      disabled={busy}
      title={`Download the invoice ${sentAt === undefined ? '' : 'as it was sent, '}as a PDF`}
    >
      {sentAt === undefined ? invoice : 'What was sent'}
      <IconDownload size={16} stroke={1.75} aria-hidden />
      <span className="sr">, download the invoice</span>
    </button>
  )
}
