import type { ReactNode } from 'react'
import styles from './card.module.css'

type Props = {
  title: string
  /** Small text beside the title. */
  detail?: string | undefined
  action?: ReactNode
  /** Whether the content reaches the edges of the card, as rows with dividers do. */
  flush?: boolean
  className?: string | undefined
  children: ReactNode
}

/** A card with a title. */
export const Card = ({ title, detail, action, flush = false, className = '', children }: Props) => (
  <section className={`${styles.card} ${flush ? styles.flush : ''} ${className}`}>
    <header className={styles.head}>
      <h2 className={styles.title}>{title}</h2>
      {detail && <span className={styles.detail}>{detail}</span>}
      {action && <div className={styles.action}>{action}</div>}
    </header>
    {children}
  </section>
)
