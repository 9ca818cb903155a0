import { Link } from 'react-router'
import { isOffice } from '#core/model/access.ts'
import { useSignInMethods } from '#web/client/sign-in-methods.ts'
import { useUser } from '#web/client/use-user.ts'
import { Page } from '#web/frame/page.tsx'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { useAddress } from '#web/ui/use-address.ts'
import { CalendarFeedCard } from './calendar-feed-card.tsx'
import { ChangeEmail } from './change-email.tsx'
import { ChangePassword } from './change-password.tsx'
import { CompanyCard } from './company/company-card.tsx'
import { PreferencesCard } from './preferences-card.tsx'
import styles from './profile.module.css'
import { WhoCard } from './who-card.tsx'

/** Loaded apart, as few people come for it and it draws QR codes. */
const Security = lazyComponent(async () => (await import('./security.tsx')).Security)

/** What somebody is told of, and how. */
const Notices = lazyComponent(async () => (await import('./notices/notices-tab.tsx')).Notices)

const DetailsCard = lazyComponent(async () => (await import('./details/details-card.tsx')).DetailsCard)

/** The rules of the law come with it. */
const DeadlinesCard = lazyComponent(async () => (await import('./company/deadlines-card.tsx')).DeadlinesCard)

/** The owner's alone. */
const TenantsCard = lazyComponent(async () => (await import('./company/tenants-card.tsx')).TenantsCard)
const PapersCard = lazyComponent(async () => (await import('./company/papers-card.tsx')).PapersCard)
const InvoicingCard = lazyComponent(async () => (await import('./company/invoicing-card.tsx')).InvoicingCard)

const ClosingCard = lazyComponent(async () => (await import('./closing/closing-card.tsx')).ClosingCard)

/** The user's account and preferences, and on pages of their own what they are told of and how they sign in. */
export function ProfileScreen() {
  const [address] = useAddress()
  const shown = address.get('show')
  const isSecurity = shown === 'security'
  const isNotices = shown === 'notifications'
  return (
    <Page title="My Profile" phoneTitle="Profile">
      <nav className={styles.views} aria-label="Parts of the profile">
        <Link to="/profile" aria-current={isSecurity || isNotices ? undefined : 'page'}>
          Account
        </Link>
        <Link to="/profile?show=notifications" aria-current={isNotices ? 'page' : undefined}>
          Notifications
        </Link>
        <Link to="/profile?show=security" aria-current={isSecurity ? 'page' : undefined}>
          Security
        </Link>
      </nav>
      {isSecurity ? <Security /> : isNotices ? <Notices /> : <Account />}
    </Page>
  )
}

/** Who the user is, their password and email, their calendar and preferences, and the company's rules. */
function Account() {
  const { password } = useSignInMethods()
  const { userRole } = useUser()
  const office = isOffice(userRole)
  const personal = (
    <>
      {password && <ChangeEmail />}
      <CalendarFeedCard />
      <PreferencesCard />
    </>
  )
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        <WhoCard />
        <DetailsCard />
        {password && <ChangePassword />}
        {office && personal}
      </div>
      <div className={styles.column}>
        {!office && personal}
        {office && <CompanyCard />}
        {office && <TenantsCard />}
        {office && <DeadlinesCard />}
        {userRole === 'owner' && <PapersCard />}
        {userRole === 'owner' && <InvoicingCard />}
        <ClosingCard />
      </div>
    </div>
  )
}
