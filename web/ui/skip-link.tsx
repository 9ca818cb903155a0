import styles from './skip-link.module.css'

/** A link past something with many stops for Tab, to the element with this id; shown while it has the focus. */
export const SkipLink = ({ to, children }: { to: string; children: string }) => (
  <a href={`#${to}`} className={styles.skip}>
    {children}
  </a>
)
