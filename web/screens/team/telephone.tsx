import { telephoneNumbers } from '#web/features/visit/telephone-numbers.ts'
import styles from './team.module.css'

/** A telephone number to tap; nothing where there is none. */
export const Telephone = ({ number }: { number: string | undefined }) =>
  number ? (
    <a href={`tel:${dialled(number)}`} className={styles.telephone}>
      {number}
    </a>
  ) : null

/** Without the extension, which is keyed in once somebody answers. A short number is one of the house. */
const dialled = (number: string) =>
  telephoneNumbers(number).find(({ call }) => call)?.call ?? number.replaceAll(/[^\d+]/g, '')
