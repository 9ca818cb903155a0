import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type Plan, priceShown } from '#core/company/plans.ts'
import styles from './plan-card.module.css'

type Props = {
  plan: Plan
  /** The company has it, and it renews. */
  owned: boolean
  /** Its button is the page's primary one. */
  filled: boolean
  /** Undefined for users who may only look. */
  onStart?: (() => void) | undefined
  busy: boolean
  disabled: boolean
}

/** One of the plans: its price, list price and features. */
export function PlanCard({ plan, owned, filled, onStart, busy, disabled }: Props) {
  const { name, price, monthlyPrice, listPrice, months, every, discountLabel, features } = plan
  const billed = months === 1 ? 'Billed monthly' : `${priceShown(monthlyPrice)} per month`
  return (
    <article className={styles.card} data-filled={filled || undefined} aria-labelledby={`plan-${name}`}>
      <div className={styles.head}>
        <h3 id={`plan-${name}`} className={styles.name}>
          {name}
        </h3>
        {discountLabel && <span className={styles.discount}>{discountLabel}</span>}
      </div>
      <p className={styles.price}>
        <strong>{priceShown(price)}</strong> {every}
      </p>
      <p className={styles.list}>
        {billed}, list price <s>{priceShown(listPrice)}</s>
      </p>
      {owned ? (
        <p className={styles.owned}>Your plan</p>
      ) : (
        onStart && (
          <Button
            variant={filled ? 'filled' : 'default'}
            size="md"
            fullWidth
            aria-busy={busy}
            disabled={disabled && !busy}
            onClick={busy ? undefined : onStart}
          >
            {busy ? 'Processing...' : `Start ${name}`}
          </Button>
        )
      )}
      <ul className={styles.features}>
        {features.map((feature) => (
          <li key={feature}>
            <IconCheck size={16} aria-hidden />
            {feature}
          </li>
        ))}
      </ul>
    </article>
  )
}
