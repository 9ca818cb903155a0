import { Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './toolbar.module.css'

type Props = { name: string; onWeeks: (weeks: number) => void; onToday?: () => void; children?: ReactNode }

/** The week's name, and buttons for other weeks. */
export const Toolbar = ({ name, onWeeks, onToday, children }: Props) => (
  <div className={styles.bar}>
    {onToday && (
      <Button variant="default" onClick={onToday}>
        Today
      </Button>
    )}
    <div className={styles.arrows}>
      <Button variant="default" px={8} onClick={() => onWeeks(-1)}>
        <IconChevronLeft size={18} aria-hidden />
        <span className="sr">Previous week</span>
      </Button>
      <Button variant="default" px={8} onClick={() => onWeeks(1)}>
        <IconChevronRight size={18} aria-hidden />
        <span className="sr">Next week</span>
      </Button>
    </div>
    <h2 className={styles.name} aria-live="polite">
      {name}
    </h2>
    <div className={styles.end}>{children}</div>
  </div>
)
