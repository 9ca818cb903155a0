import { IconCheck } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { launchPriceLabel, type Plan, plans, priceShown } from '#core/company/plans.ts'
import { pages } from '#web/public/pages.ts'
import { PublicFrame } from '#web/public/public-frame.tsx'
import { PricesTable } from './prices-table.tsx'
import styles from './pricing-screen.module.css'

/** A period as it reads after 'per'. */
const spoken = { 1: 'month', 6: '6 months', 12: 'year' } as const

const included = [
  'Jobs, calendar, parts book and to-dos',
  'Up to 10 users, office and field',
  'Works on phones without signal',
  'Full history of every change, with proof',
  'Private calendar feed for Google, Apple and Outlook',
  'Spreadsheet import and full export at any time',
]

/** The list prices of three periods, and the launch price that customers actually pay. */
export function PricingScreen() {
  const [months, setMonths] = useState<Plan['months']>(12)
  const periods = useRef<HTMLFieldSetElement>(null)
  // React leaves what was chosen before its script had loaded, and does not hear of it.
  useEffect(() => {
    const chosen = periods.current?.querySelector<HTMLInputElement>(':checked')?.value
    const plan = plans.find((one) => String(one.months) === chosen)
    if (plan) setMonths(plan.months)
  }, [])
  return (
    <PublicFrame page={pages.pricing} ownButton>
      <div className={styles.top}>
        <h1>One price for the whole company</h1>
        <p>Up to 10 users. 14-day free trial, no card needed. Prices in pounds.</p>
        <fieldset ref={periods} className={styles.periods} data-needs-script>
          <legend className="sr">Period</legend>
          {plans.map((plan) => (
            <label key={plan.months}>
              <input
                type="radio"
                name="period"
                value={plan.months}
                checked={plan.months === months}
                onChange={() => setMonths(plan.months)}
              />
              {plan.period} {plan.discountLabel && <span className={styles.discount}>{plan.discountLabel}</span>}
            </label>
          ))}
        </fieldset>
      </div>
      <div className={styles.cards}>
        <section className={styles.price} aria-label="Selected period">
          {plans
            .filter((plan) => plan.months === months)
            .map((plan) => (
              <Price key={plan.months} plan={plan} />
            ))}
          <a href={pages.auths.path} className={styles.start}>
            Get Started Now
          </a>
          <p className={styles.trial}>Your free trial comes first. You choose a plan when it ends.</p>
        </section>
        <section className={styles.all}>
          <h2>Every plan includes everything</h2>
          <ul>
            {included.map((feature) => (
              <li key={feature}>
                <IconCheck size={18} stroke={2.25} aria-hidden />
                {feature}
              </li>
            ))}
          </ul>
          <PricesTable chosen={months} />
        </section>
      </div>
    </PublicFrame>
  )
}

function Price({ plan }: { plan: Plan }) {
  const period = spoken[plan.months]
  return (
    <div aria-live="polite">
      <h2>{plan.period}</h2>
      <p className={styles.figure}>
        <strong>{priceShown(plan.listMonthlyPrice)}</strong>
        <span>
          list price per month
          {plan.months > 1 && (
            <small>
              {priceShown(plan.listPrice)} per {period}, {plan.discountLabel}
            </small>
          )}
        </span>
      </p>
      <p className={styles.launch}>
        <b>{launchPriceLabel}</b>
        Subscribe in the app and pay{' '}
        <strong>
          {priceShown(plan.price)} per {period}
        </strong>
        {plan.months > 1 && `, ${priceShown(plan.monthlyPrice)} per month`}.
      </p>
    </div>
  )
}
