import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

/** An empty list: a title, why it is empty, and one thing to do about it. */
export const EmptyState = ({ title, text, action }: { title: string; text?: string; action?: ReactNode }) => (
  <div className={styles.empty} role="status">
    <p className={styles.title}>{title}</p>
    {text && <p className={styles.text}>{text}</p>}
    {action}
  </div>
)
