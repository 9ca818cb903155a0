import { useSignInMethods } from '#web/client/sign-in-methods.ts'
import { useMay } from '#web/sync/rights.ts'
import styles from './profile.module.css'
import { CompanyRuleCard, ExternalRuleCard } from './second-factor/company-rule-card.tsx'
import { SecondFactorCards } from './second-factor/second-factor-cards.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { SignInsCard } from './sign-ins-card.tsx'

/** By what and where the user signs in, and for the owner what the company requires. */
export function Security() {
  const { password } = useSignInMethods()
  const mayRule = useMay('setSignInRules')
  return (
    <div className={`${styles.columns} ${styles.security}`}>
      <div className={styles.column}>
        {password && <SecondFactorCards />}
        {mayRule && (password ? <CompanyRuleCard /> : <ExternalRuleCard />)}
      </div>
      <div className={styles.column}>
        <SessionsCard />
        <SignInsCard />
      </div>
    </div>
  )
}
