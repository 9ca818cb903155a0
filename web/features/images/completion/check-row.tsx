import { IconAlertCircle, IconCamera, IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './completion-check.module.css'

const icons = { done: IconCheck, open: IconAlertCircle, photo: IconCamera }

type Props = { is: keyof typeof icons; name: string; detail: string; children?: ReactNode }

/** A line of what is done or missing before somebody finishes a job or leaves it. */
export function CheckRow({ is, name, detail, children }: Props) {
  const Icon = icons[is]
  return (
    <li className={styles.row}>
      <Icon
        className={is === 'done' ? styles.good : styles.bad}
        size={20}
        stroke={is === 'done' ? 2 : 1.75}
        aria-hidden
      />
      <div>
        <p className={styles.name}>{name}</p>
        <p className={styles.small}>{detail}</p>
        {children}
      </div>
    </li>
  )
}
