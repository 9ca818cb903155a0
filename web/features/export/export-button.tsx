import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { download } from '#web/client/download.ts'
import type { Request } from '#web/client/request.ts'
import { seqToAwait } from '#web/sync/ledger/ledger-store.ts'
import { toast } from '#web/ui/states/toast.tsx'

type Exported = {
  /** What the file holds, in a word or two: 'jobs'. */
  of: string
  path: string
  query: Request['query']
}
type Props = Exported & {
  /** An icon without text, where space is short; `touch` is finger-sized. */
  icon?: 'small' | 'touch'
}

/** Gets every page of a list as a CSV file, and tells whether that is under way. */
export function useExport({ of, path, query }: Exported) {
  const [busy, setBusy] = useState(false)
  const get = async () => {
    setBusy(true)
    await download(path, { ...query, after: seqToAwait() })
      .catch((error: Error) => toast.failure(`Failed to export the ${of}: ${error.message}`, get))
      .finally(() => setBusy(false))
  }
  return { busy, get }
}

/** Downloads every page of a list as a CSV file. */
export function ExportButton({ icon, ...exported }: Props) {
  const { of } = exported
  const { busy, get } = useExport(exported)
  if (icon)
    return (
      <Button
        {...(icon === 'touch' ? { variant: 'subtle', color: 'gray', h: 44, w: 44 } : { variant: 'default' })}
        px={8}
        onClick={get}
        disabled={busy}
      >
        <IconDownload size={icon === 'touch' ? 22 : 18} stroke={1.75} aria-hidden />
        <span className="sr">Export {of}</span>
      </Button>
    )
  return (
    <Button variant="default" onClick={get} disabled={busy} leftSection={<IconDownload size={16} aria-hidden />}>
      Export <span className="sr">&nbsp;{of}</span>
    </Button>
  )
}
