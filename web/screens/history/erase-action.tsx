import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { may } from '#core/access.ts'
import { erasable } from '#core/erasure.ts'
import { isEventType } from '#core/ledger.ts'
import type { CompanyEntry } from '#core/wire-history.ts'
import { later } from '#web/later.ts'
import { useUser } from '#web/parts/job/user.ts'

const EraseDialog = later(async () => (await import('#web/parts/job/history-erase.tsx')).EraseDialog)

/** Lets the owner erase by law what an event says; nothing where it says nothing of the kind. */
export function EraseAction({ entry: { type, seq }, zone }: { entry: CompanyEntry; zone: string }) {
  const { userRole } = useUser()
  const [open, setOpen] = useState(false)
  if (!may.erase(userRole) || !isEventType(type) || erasable[type].length === 0) return null
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setOpen(true)}>
        Erase…
      </Button>
      <Suspense fallback={null}>
        {open && <EraseDialog seq={seq} zone={zone} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
