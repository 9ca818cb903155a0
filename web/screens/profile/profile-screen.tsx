import { Page } from '#web/parts/page.tsx'
import { CalendarFeedCard } from '#web/parts/profile/calendar-feed-card.tsx'
import { ChangePassword } from '#web/parts/profile/change-password.tsx'
import { PreferencesCard } from '#web/parts/profile/preferences-card.tsx'
import styles from '#web/parts/profile/profile.module.css'
import { SessionsCard } from '#web/parts/profile/sessions-card.tsx'
import { WhoCard } from '#web/parts/profile/who-card.tsx'
import { useSignInMethods } from '#web/sign-in-methods.ts'

/** Who one is, one's password, where one is signed in, and what one has set. */
export function ProfileScreen() {
  const { password } = useSignInMethods()
  return (
    <Page title="My Profile" phoneTitle="Profile">
      <div className={styles.columns}>
        <div className={styles.column}>
          <WhoCard />
          {password && <ChangePassword />}
        </div>
        <div className={styles.column}>
          <SessionsCard />
          <CalendarFeedCard />
          <PreferencesCard />
        </div>
      </div>
    </Page>
  )
}
