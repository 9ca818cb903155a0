import { Button } from '@mantine/core'
import { useState } from 'react'
import { audienceOf, isOffice } from '#core/model/access.ts'
import type { ToldAudience, Way } from '#core/notifications/kinds.ts'
import { noticesFor } from '#core/notifications/settings.ts'
import type { NoticeSettings } from '#core/wire/jobs/notice-settings.ts'
import { useUser } from '#web/client/use-user.ts'
import { useMay } from '#web/sync/rights.ts'
import { Choices } from '#web/ui/fields/choices.tsx'
import { SkeletonRows } from '#web/ui/states/loading.tsx'
import { ReadState } from '#web/ui/states/read-state.tsx'
import { CompanyNotices } from './company-notices.tsx'
import { EmailCard } from './email-card.tsx'
import { LockScreenCard } from './lock-screen-card.tsx'
import { Matrix } from './matrix.tsx'
import { useChangeNotices, useNoticeSettings } from './notice-settings.ts'
import styles from './notices.module.css'
import { PushCard } from './push-card.tsx'
import { QuietCard } from './quiet-card.tsx'

type Whose = 'mine' | ToldAudience
const whose = [
  ['mine', 'Just me'],
  ['office', 'Office'],
  ['team', 'Team'],
] as const

/** How the user is told of news; for the office also how everybody is who has not chosen otherwise. */
export function Notices() {
  const read = useNoticeSettings()
  const { userRole } = useUser()
  const [shown, setShown] = useState<Whose>('mine')
  return (
    <ReadState
      read={read}
      failed={() => 'Your settings couldn’t be loaded.'}
      skeleton={<SkeletonRows rows={6} columns={{ words: 320, ways: 160 }} />}
    >
      {(settings) => (
        <div className={styles.tab}>
          {isOffice(userRole) && (
            <div className={styles.whose}>
              <Choices name="Whose settings" options={whose} value={shown} onChange={setShown} />
            </div>
          )}
          {shown === 'mine' ? (
            <OwnNotices settings={settings} />
          ) : (
            <CompanyNotices audience={shown} settings={settings} />
          )}
        </div>
      )}
    </ReadState>
  )
}

function OwnNotices({ settings: { own, company, mayEmail } }: { settings: NoticeSettings }) {
  const { userRole, email: address } = useUser()
  const change = useChangeNotices()
  const disabled = !useMay('work')
  const audience = audienceOf(userRole)
  const notices = noticesFor(audience, company, own)
  const offered: Way[] = ['app', 'push', ...(mayEmail && notices.email !== 'off' ? (['email'] as const) : [])]
  const isEmailUsed = Object.values(notices.ways).some((ways) => ways.includes('email'))
  const isOwn = own.quiet !== undefined || Object.keys(own.choices ?? {}).length > 0
  return (
    <>
      <div className={styles.column}>
        <Matrix
          audience={audience}
          chosen={notices.ways}
          offered={offered}
          disabled={disabled}
          onChange={(kind, chosen) => change.mutate({ choices: { [kind]: chosen } })}
        />
        {isOwn && !disabled && (
          <div className={styles.reset}>
            <span>You’ve chosen some of these yourself.</span>
            <Button size="compact-sm" variant="default" onClick={() => change.mutate('reset')}>
              Use the company’s settings
            </Button>
          </div>
        )}
      </div>
      <div className={styles.column}>
        <PushCard />
        {mayEmail && (
          <EmailCard
            email={notices.email}
            isUsed={isEmailUsed}
            address={address}
            disabled={disabled}
            onChange={(email) => change.mutate({ email })}
          />
        )}
        <QuietCard quiet={notices.quiet} disabled={disabled} onChange={(quiet) => change.mutate({ quiet })} />
        <LockScreenCard
          showSite={notices.showSite}
          disabled={disabled}
          onChange={(showSite) => change.mutate({ showSite })}
        />
      </div>
    </>
  )
}
