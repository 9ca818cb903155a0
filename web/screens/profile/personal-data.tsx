import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { paths } from '#core/wire/paths.ts'
import { download } from '#web/client/download.ts'
import { errorMessage } from '#web/client/error-message.ts'
import { toast } from '#web/ui/states/toast.tsx'

/** Downloads what Fettle keeps about the user. */
export function PersonalData() {
  const [busy, setBusy] = useState(false)
  const get = async () => {
    setBusy(true)
    await download(paths.personalData).catch((failure: unknown) => toast.failure(errorMessage(failure)))
    setBusy(false)
  }
  return (
    <Button
      size="compact-sm"
      mt={14}
      variant="default"
      disabled={busy}
      leftSection={<IconDownload size={14} aria-hidden />}
      onClick={() => void get()}
    >
      Download my data
    </Button>
  )
}
