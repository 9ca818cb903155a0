import { Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './toolbar.module.css'

type Props = {
  name: string
  /** What the arrows lead to the next of. */
  unit?: 'week' | 'day'
  onStep: (by: number) => void
  onToday?: () => void
  children?: ReactNode
}

/** The week's or day's name, and buttons for others. */
export const Toolbar = ({ name, unit = 'week', onStep, onToday, children }: Props) => (
  <div className={styles.bar}>
    {onToday && (
      <Button variant="default" onClick={onToday}>
        Today
      </Button>
    )}
    <div className={styles.arrows}>
      <Button variant="default" px={8} onClick={() => onStep(-1)}>
        <IconChevronLeft size={18} aria-hidden />
        <span className="sr">Previous {unit}</span>
      </Button>
      <Button variant="default" px={8} onClick={() => onStep(1)}>
        <IconChevronRight size={18} aria-hidden />
        <span className="sr">Next {unit}</span>
      </Button>
    </div>
    <h2 className={styles.name} aria-live="polite">
      {name}
    </h2>
    <div className={styles.end}>{children}</div>
  </div>
)
