import type { BookingClashes } from '#core/job/overlaps/booking-clashes.ts'
import styles from './clash-list.module.css'
import { clashSentences, wantedVisit } from './clash-words.ts'

type Props = { found: BookingClashes; wanted: { jobStart: string; jobEnd: string }; zone: string }

/** The visit that was to be booked, and every visit that it clashes with. */
export const ClashList = ({ found, wanted, zone }: Props) => (
  <>
    <strong className={styles.wanted}>{wantedVisit(found, wanted, zone)}</strong>
    <ul className={styles.clashes}>
      {clashSentences(found, wanted, zone).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  </>
)
