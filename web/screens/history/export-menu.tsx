import { Button, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { paths } from '#core/wire/paths.ts'
import { download } from '#web/client/download.ts'
import { toast } from '#web/ui/states/toast.tsx'

const formats = { csv: 'CSV, for a spreadsheet', json: 'JSON, with everything each hash covers' } as const

/** Downloads every event that matches the filters, with its hash. */
export function ExportMenu({ filters, phone = false }: { filters: string; phone?: boolean }) {
  const [busy, setBusy] = useState(false)
  const get = async (format: keyof typeof formats) => {
    setBusy(true)
    const query = new URLSearchParams(filters)
    query.set('format', format)
    await download(`${paths.exportHistory}?${query}`)
      .catch((error: Error) => toast.failure(`Failed to export the history: ${error.message}`, () => get(format)))
      .finally(() => setBusy(false))
  }
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        {phone ? (
          <Button variant="default" px={8} h={44} w={44} disabled={busy}>
            <IconDownload size={20} stroke={1.75} aria-hidden />
            <span className="sr">Export the history</span>
          </Button>
        ) : (
          <Button variant="default" disabled={busy} leftSection={<IconDownload size={16} aria-hidden />}>
            Export <span className="sr">&nbsp;the history</span>
          </Button>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        {(['csv', 'json'] as const).map((format) => (
          <Menu.Item key={format} onClick={() => void get(format)}>
            {formats[format]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
