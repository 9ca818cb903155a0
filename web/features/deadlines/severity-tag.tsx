import { IconHourglass } from '@tabler/icons-react'
import styles from './severity-tag.module.css'

type Props = { name: string; look: 'plain' | 'near' | 'late' }

/** How serious a hazard is, as a square tag: red once something is late, brass while something is due. */
export const SeverityTag = ({ name, look }: Props) => (
  <span className={styles.tag} data-look={look}>
    <IconHourglass size={13} stroke={2} aria-hidden />
    {name}
  </span>
)
