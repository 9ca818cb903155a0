import { IconArrowRight } from '@tabler/icons-react'
import styles from './list/projection-state.module.css'

/** A version, or the live one and the one being built. */
export const Versions = ({ from, to }: { from: number; to: number }) =>
  from === to ? (
    from
  ) : (
    <span className={styles.versions}>
      {from} <IconArrowRight size={14} stroke={1.75} aria-hidden />
      <span className="sr"> to </span> {to}
    </span>
  )
