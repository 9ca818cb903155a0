import { useState } from 'react'
import type { AccountingProgram } from '#core/invoices/layouts.ts'
import type { JobRow } from '#core/projections/job-row.ts'
import { wallClock } from '#core/time/wall-clock.ts'
import { paths } from '#core/wire/paths.ts'
import { download } from '#web/client/download.ts'
import { errorMessage } from '#web/client/error-message.ts'
import { seqToAwait } from '#web/sync/ledger/ledger-store.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { Choices } from '#web/ui/fields/choices.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import styles from './invoice-file.module.css'

type Props = {
  /** The jobs of the file; without them it is of a period. */
  rows?: readonly JobRow[]
  onClose: () => void
  onDone: () => void
}

const programs = [
  ['xero', 'For Xero'],
  ['quickbooks', 'For QuickBooks'],
] as const

/** Downloads invoiced jobs as a file that Xero or QuickBooks Online import as sales invoices. */
export function InvoiceFile({ rows, onClose, onDone }: Props) {
  const zone = useTimeZone()
  const [today] = useState(() => wallClock(new Date().toISOString(), zone).day)
  const [program, setProgram] = useState<AccountingProgram>('xero')
  const [from, setFrom] = useState(`${today.slice(0, 7)}-01`)
  const [to, setTo] = useState(today)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const invoiced = rows?.filter(({ jobRef, warning }) => jobRef && warning === 'invoiced')
  const get = async () => {
    setBusy(true)
    setError(undefined)
    const chosen = invoiced ? { jobs: invoiced.map(({ jobRef }) => Number(jobRef)).join() } : { from, to }
    try {
      await download(paths.exportInvoices, { for: program, ...chosen, after: seqToAwait() })
      onDone()
    } catch (failure) {
      setError(errorMessage(failure))
    }
    setBusy(false)
  }
  return (
    <FormDialog
      title="Export invoices"
      size={440}
      submit="Download"
      busy={busy}
      error={error}
      disabled={invoiced?.length === 0}
      className={styles.form}
      onSubmit={() => void get()}
      onClose={onClose}
    >
      <Choices name="Program" options={programs} value={program} onChange={setProgram} />
      {!rows && (
        <div className={styles.days}>
          <DateField label="Invoiced from" today={today} toward="past" value={from} onChange={setFrom} />
          <DateField label="Until" today={today} toward="past" value={to} onChange={setTo} />
        </div>
      )}
      <p className={styles.note}>
        {invoiced &&
          rows &&
          `The file contains the jobs set to Invoiced: ${invoiced.length} of the ${rows.length} selected. `}
        Amounts exclude VAT: choose that when {program === 'xero' ? 'Xero' : 'QuickBooks'} asks.
      </p>
    </FormDialog>
  )
}
