import { Button, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { paths } from '#core/wire/paths.ts'
import type { Request } from '#web/client/request.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { useExport } from './export-button.tsx'

const InvoiceFile = lazyComponent(async () => (await import('./invoice-file.tsx')).InvoiceFile)

type Props = {
  /** Filters and order of the list. */
  query: Request['query']
  /** An icon of the size of a finger. */
  touch: boolean
}

/** Exports the listed jobs, or the invoices of a period: for the office. */
export function JobsExport({ query, touch }: Props) {
  const { busy, get } = useExport({ of: 'jobs', path: paths.exportJobs, query })
  const [invoices, setInvoices] = useState(false)
  const finger = touch ? { mih: 44 } : {}
  const close = () => setInvoices(false)
  return (
    <>
      <Menu position="bottom-end" shadow="md" withInitialFocusPlaceholder={false}>
        <Menu.Target>
          {touch ? (
            <Button variant="subtle" color="gray" h={44} w={44} px={8} disabled={busy}>
              <IconDownload size={22} stroke={1.75} aria-hidden />
              <span className="sr">Export jobs</span>
            </Button>
          ) : (
            <Button variant="default" disabled={busy} leftSection={<IconDownload size={16} aria-hidden />}>
              Export <span className="sr">&nbsp;jobs</span>
            </Button>
          )}
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item {...finger} onClick={() => void get()}>
            Jobs in this list, for a spreadsheet
          </Menu.Item>
          <Menu.Item {...finger} onClick={() => setInvoices(true)}>
            Invoices, for Xero or QuickBooks
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {invoices && <InvoiceFile onClose={close} onDone={close} />}
    </>
  )
}
