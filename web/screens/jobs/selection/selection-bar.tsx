import {
  IconAlertTriangle,
  IconDownload,
  IconFileInvoice,
  IconPrinter,
  IconReceipt,
  IconUsers,
  IconX,
} from '@tabler/icons-react'
import { useState } from 'react'
import { isOffice } from '#core/model/access.ts'
import type { Role } from '#core/model/messages.ts'
import { tooManyAtOnce } from '#core/prediction/many-jobs.ts'
import { paths } from '#core/wire/paths.ts'
import { download } from '#web/client/download.ts'
import { seqToAwait } from '#web/sync/ledger/ledger-store.ts'
import type { AskedJobs } from '#web/sync/reads/jobs.ts'
import { useMay } from '#web/sync/rights.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { counted, numberText } from '#web/ui/number-format.ts'
import { useRootMark } from '#web/ui/root-mark.ts'
import { toast } from '#web/ui/states/toast.tsx'
import { SelectAll } from './select-all.tsx'
import { withAll } from './selection.ts'
import styles from './selection-bar.module.css'
import type { Chosen, Selection } from './use-selection.ts'

const WarnMany = lazyComponent(async () => (await import('#web/features/many-jobs/warn-many.tsx')).WarnMany)
const AssignMany = lazyComponent(async () => (await import('#web/features/many-jobs/assign-many.tsx')).AssignMany)
const InvoiceMany = lazyComponent(async () => (await import('#web/features/many-jobs/invoice-many.tsx')).InvoiceMany)
const PrintMany = lazyComponent(async () => (await import('#web/features/many-jobs/print-many.tsx')).PrintMany)
const InvoiceFile = lazyComponent(async () => (await import('#web/features/export/invoice-file.tsx')).InvoiceFile)
const dialogs = { warn: WarnMany, assign: AssignMany, invoice: InvoiceMany, accounts: InvoiceFile, print: PrintMany }

type Props = { chosen: Chosen; change: Selection['change']; asked: AskedJobs; total: number; role: Role }

/** How many jobs are selected, and what can be done with all of them. */
export function SelectionBar({ chosen, change, asked, total, role }: Props) {
  const [open, setOpen] = useState<keyof typeof dialogs>()
  useRootMark('footBar')
  const clear = () => change(() => undefined)
  const rows = [...chosen.values()]
  const mayWork = useMay('work')
  const maySchedule = useMay('schedule')
  /** Jobs may be chosen page by page beyond what can be changed at once. */
  const unlessTooMany = (act: () => void) => () => {
    const tooMany = tooManyAtOnce(rows.length)
    if (tooMany) toast.failure(tooMany)
    else act()
  }
  const act = (dialog: keyof typeof dialogs, name: string, Icon: typeof IconX) => (
    <button
      type="button"
      className={styles.act}
      disabled={rows.length === 0}
      onClick={unlessTooMany(() => setOpen(dialog))}
    >
      <Icon size={16} stroke={1.75} aria-hidden />
      {name}
    </button>
  )
  const save = () => {
    const numbers = rows.flatMap(({ jobRef }) => (jobRef ? Number(jobRef) : []))
    const unnumbered = rows.length - numbers.length
    if (unnumbered > 0)
      toast.failure(`${counted(unnumbered, 'job')} not exported: a job gets its number once it has been sent.`)
    if (numbers.length === 0) return
    const jobs = numbers.join()
    const { sort, direction } = asked
    download(paths.exportJobs, { jobs, sort, direction, after: seqToAwait() }).catch((error: Error) =>
      toast.failure(`Failed to export the jobs: ${error.message}`, save),
    )
  }
  const Opened = open && dialogs[open]
  return (
    <section className={styles.bar} aria-label="Selected jobs">
      <span className={styles.count} role="status">
        {numberText(rows.length)} selected
      </span>
      {total > rows.length && (
        <SelectAll asked={asked} total={total} onSelect={(all) => change((now) => withAll(now, all))} />
      )}
      <span className={styles.acts}>
        {mayWork && act('warn', 'Warning', IconAlertTriangle)}
        {maySchedule && act('assign', 'People', IconUsers)}
        {mayWork && isOffice(role) && act('invoice', 'Invoice', IconReceipt)}
        <button type="button" className={styles.act} disabled={rows.length === 0} onClick={unlessTooMany(save)}>
          <IconDownload size={16} stroke={1.75} aria-hidden />
          Export<span className="sr"> selected jobs</span>
        </button>
        {isOffice(role) && act('accounts', 'Accounts', IconFileInvoice)}
        {act('print', 'Print', IconPrinter)}
      </span>
      <button type="button" className={styles.act} onClick={clear}>
        <IconX size={16} stroke={1.75} aria-hidden />
        <span className="sr">End selection</span>
      </button>
      {Opened && (
        <Opened
          rows={rows}
          onClose={() => setOpen(undefined)}
          onDone={() => {
            setOpen(undefined)
            clear()
          }}
        />
      )}
    </section>
  )
}
