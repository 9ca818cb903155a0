import { IconLock } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { may } from '#core/model/access.ts'
import { fullDayIn } from '#core/time/format.ts'
import { paths } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { errorMessage } from '#web/client/error-message.ts'
import { useUser } from '#web/client/use-user.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { keys } from '#web/sync/reads/query-keys.ts'
import { toast } from '#web/ui/states/toast.tsx'
import styles from '#web/ui/strip.module.css'

/** Says when the company was closed, and until when it can be read. The owner reopens it. */
export function ClosedStrip({ closedAt, eraseAt }: { closedAt: string; eraseAt: string }) {
  const queries = useQueryClient()
  const zone = useTimeZone()
  const { userRole } = useUser()
  const [busy, setBusy] = useState(false)
  const reopen = async () => {
    setBusy(true)
    try {
      toast.success((await call<{ message: string }>(paths.companyClosing, { method: 'DELETE' })).message)
      await queries.invalidateQueries({ queryKey: keys.me })
    } catch (failure) {
      toast.failure(errorMessage(failure))
    }
    setBusy(false)
  }
  return (
    <p className={styles.strip} role="status">
      <IconLock size={20} stroke={1.75} aria-hidden />
      <span>
        Your company was closed on {fullDayIn(closedAt, zone)}. It is read-only until {fullDayIn(eraseAt, zone)}, and
        then erased.{!may.closeCompany(userRole) && ' Until then the owner can reopen it.'}
      </span>
      {may.closeCompany(userRole) && (
        <button type="button" className={styles.action} disabled={busy} onClick={() => void reopen()}>
          Reopen
        </button>
      )}
    </p>
  )
}
