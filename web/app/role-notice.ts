import { useEffect } from 'react'
import { label } from '#core/model/label.ts'
import { useSession } from '#web/client/session.ts'
import { toast } from '#web/ui/states/toast.tsx'

/** Says once why the screens have changed: this person's role was changed. Their unsent work stays, and is sent. */
export function RoleNotice() {
  const session = useSession()
  const former = session.state === 'signed-in' ? session.formerRole : undefined
  const role = session.state === 'signed-in' ? session.user.userRole : undefined
  useEffect(() => {
    if (former && role) toast.success(`Your role was changed from ${label(former)} to ${label(role)}.`)
  }, [former, role])
  return null
}
