import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ToldAudience, ways } from '#core/notifications/kinds.ts'
import { noticesFor } from '#core/notifications/settings.ts'
import type { NoticeSettings } from '#core/wire/jobs/notice-settings.ts'
import { errorMessage } from '#web/client/error-message.ts'
import { setCompany } from '#web/screens/profile/company/set-company.ts'
import { useMe } from '#web/sync/reads/me.ts'
import { keys } from '#web/sync/reads/query-keys.ts'
import { useMay } from '#web/sync/rights.ts'
import { toast } from '#web/ui/states/toast.tsx'
import { Matrix } from './matrix.tsx'
import styles from './notices.module.css'
import { QuietCard } from './quiet-card.tsx'

type Props = { audience: ToldAudience; settings: NoticeSettings }

/** How the office or the team is told unless somebody chose otherwise. The office sets it. */
export function CompanyNotices({ audience, settings: { company, mayEmail } }: Props) {
  const queries = useQueryClient()
  const { data } = useMe()
  const [busy, setBusy] = useState(false)
  const disabled = !useMay('work') || busy
  const notices = noticesFor(audience, company)
  const set = async (...[type, rule]: Parameters<typeof setCompany>) => {
    setBusy(true)
    try {
      await setCompany(type, { companyId: data?.company.c_id, ...rule })
    } catch (failure) {
      toast.failure(errorMessage(failure))
    }
    await queries.invalidateQueries({ queryKey: keys.noticeSettings })
    setBusy(false)
  }
  return (
    <>
      <div className={styles.column}>
        <Matrix
          audience={audience}
          chosen={notices.ways}
          offered={ways.filter((way) => way !== 'email' || mayEmail)}
          disabled={disabled}
          onChange={(kind, chosen) => void set('SetNoticeRule', { audience, kind, ways: chosen })}
        />
        <p className={styles.words}>
          For everybody in the {audience} who hasn’t chosen otherwise under <i>Just me</i>.
        </p>
      </div>
      <div className={styles.column}>
        <QuietCard
          quiet={notices.quiet}
          disabled={disabled}
          onChange={(quiet) => void set('SetQuietHours', { quiet })}
        />
        <p className={styles.words}>The company’s quiet hours are the same for the office and the team.</p>
      </div>
    </>
  )
}
