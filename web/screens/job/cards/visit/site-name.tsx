import { IconBuilding } from '@tabler/icons-react'
import styles from './visit.module.css'

/** The name of a site in the place of its link, so that nothing moves once the link is there. */
export const SiteName = ({ name }: { name: string }) => (
  <p>
    <IconBuilding size={17} stroke={1.75} aria-hidden />
    <span className={styles.atSite}>
      <span className={styles.unlinked}>{name}</span>
    </span>
  </p>
)
