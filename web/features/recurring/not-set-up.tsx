import styles from './more-sites.module.css'
import type { SetUpAtSites } from './set-up-at-sites.ts'

/** The sites at which the work was refused, each with the reason. */
export const NotSetUp = ({ done: { made, refused } }: { done: SetUpAtSites }) => (
  <div className={styles.notSetUp} role="alert">
    <p>
      Set up at {made.length} of {made.length + refused.length} sites. The others are still chosen: put right what is
      wrong, or remove them.
    </p>
    <ul>
      {refused.map(({ site, error }) => (
        <li key={site.siteId}>
          <strong>{site.name}</strong>: {error}
        </li>
      ))}
    </ul>
  </div>
)
