import { isOffice } from '#core/model/access.ts'
import { useSignInMethods } from '#web/client/sign-in-methods.ts'
import { useUser } from '#web/client/use-user.ts'
import { Page } from '#web/frame/page.tsx'
import { useMay } from '#web/sync/rights.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { CalendarFeedCard } from './calendar-feed-card.tsx'
import { ChangeEmail } from './change-email.tsx'
import { ChangePassword } from './change-password.tsx'
import { CompanyCard } from './company-card.tsx'
import { PreferencesCard } from './preferences-card.tsx'
import styles from './profile.module.css'
import { SessionsCard } from './sessions-card.tsx'
import { SignInsCard } from './sign-ins-card.tsx'
import { WhoCard } from './who-card.tsx'

/** Loaded apart, as few people come for them and they draw QR codes. */
const SecondFactorCards = lazyComponent(
  async () => (await import('./second-factor/second-factor-cards.tsx')).SecondFactorCards,
)

const CompanyRuleCard = lazyComponent(
  async () => (await import('./second-factor/company-rule-card.tsx')).CompanyRuleCard,
)
const ExternalRuleCard = lazyComponent(
  async () => (await import('./second-factor/company-rule-card.tsx')).ExternalRuleCard,
)

const ClosingCard = lazyComponent(async () => (await import('./closing/closing-card.tsx')).ClosingCard)

/** The user's account, password, second factor, sessions, calendar feed and preferences. */
export function ProfileScreen() {
  const { password } = useSignInMethods()
  const { userRole } = useUser()
  const mayRule = useMay('setSignInRules')
  return (
    <Page title="My Profile" phoneTitle="Profile">
      <div className={styles.columns}>
        <div className={styles.column}>
          <WhoCard />
          {password && <ChangePassword />}
          {password && <ChangeEmail />}
          {password && <SecondFactorCards />}
          {mayRule && (password ? <CompanyRuleCard /> : <ExternalRuleCard />)}
          {isOffice(userRole) && <CompanyCard />}
        </div>
        <div className={styles.column}>
          <SessionsCard />
          <SignInsCard />
          <CalendarFeedCard />
          <PreferencesCard />
          <ClosingCard />
        </div>
      </div>
    </Page>
  )
}
