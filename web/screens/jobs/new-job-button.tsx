import { Button } from '@mantine/core'
import { IconChevronDown, IconPlus } from '@tabler/icons-react'
import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import styles from './new-job-button.module.css'

/** Creates a job or, from its list, imports many. The list is our own, as a menu component weighs 12 kB. */
export function NewJobButton({ onCreate }: { onCreate: () => void }) {
  const [opened, setOpened] = useState(false)
  const both = useRef<HTMLDivElement>(null)
  /** Escape and losing the focus close the list. */
  const folding = {
    onBlur: ({ relatedTarget }: FocusEvent) => both.current?.contains(relatedTarget) || setOpened(false),
    onKeyDown: ({ key }: KeyboardEvent) => key === 'Escape' && setOpened(false),
  }
  return (
    <div ref={both} className={styles.both}>
      <Button className={styles.first} leftSection={<IconPlus size={16} aria-hidden />} onClick={onCreate}>
        New Job
      </Button>
      <Button className={styles.more} px={8} aria-expanded={opened} onClick={() => setOpened(!opened)} {...folding}>
        <IconChevronDown size={16} aria-hidden />
        <span className="sr">More ways to add jobs</span>
      </Button>
      {opened && (
        <div className={styles.list}>
          <Link to="/import" className={styles.way} {...folding}>
            Import jobs
          </Link>
        </div>
      )}
    </div>
  )
}
