import { Button } from '@mantine/core'
import { useState } from 'react'
import { erasable } from '#core/erasure/erasure.ts'
import type { CompanyEntry } from '#core/history/company-entry.ts'
import { isEventType } from '#core/ledger/ledger.ts'
import { may } from '#core/model/access.ts'
import { useUser } from '#web/client/use-user.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'

const EraseDialog = lazyComponent(async () => (await import('#web/features/history/history-erase.tsx')).EraseDialog)

/** Lets the owner erase an event's texts by law; nothing if it has none. */
export function EraseAction({ entry: { type, seq }, zone }: { entry: CompanyEntry; zone: string }) {
  const { userRole } = useUser()
  const [open, setOpen] = useState(false)
  if (!may.erase(userRole) || !isEventType(type) || erasable[type].length === 0) return null
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setOpen(true)}>
        Erase...
      </Button>
      {open && <EraseDialog seq={seq} zone={zone} onClose={() => setOpen(false)} />}
    </>
  )
}
