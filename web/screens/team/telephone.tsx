import { dialledNumber } from '#web/features/visit/dialled-number.ts'
import styles from './team.module.css'

/** A telephone number to tap; nothing where there is none. */
export const Telephone = ({ number }: { number: string | undefined }) =>
  number ? (
    <a href={`tel:${dialledNumber(number)}`} className={styles.telephone}>
      {number}
    </a>
  ) : null
