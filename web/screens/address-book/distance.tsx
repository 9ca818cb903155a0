import { distanceWords } from '#core/site/location/distance-words.ts'
import styles from './address-book.module.css'

/** How far away a site is. */
export const Distance = ({ metres }: { metres: number }) => (
  <span className={styles.distance}>{distanceWords(metres)}</span>
)
