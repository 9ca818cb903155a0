import { Link } from 'react-router'
import styles from './views.module.css'

/** The two parts of the history: what happened to the work, and who came in and took what. */
export const HistoryViews = ({ security = false }: { security?: boolean }) => (
  <nav className={styles.views} aria-label="Parts of the history">
    <Link to="/history" aria-current={security ? undefined : 'page'}>
      Events
    </Link>
    <Link to="/history?show=security" aria-current={security ? 'page' : undefined}>
      Security
    </Link>
  </nav>
)
