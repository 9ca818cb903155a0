import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { dueWords } from '#core/deadlines/standing.ts'
import { stepNames } from '#core/deadlines/values.ts'
import type { Deadline } from '#core/job/duties/duty.ts'
import { label } from '#core/model/label.ts'
import { timeIn } from '#core/time/format.ts'
import { findingNames, proofNames } from '#web/features/deadlines/duty-words.ts'
import type { RowIs, RowState } from '#web/features/deadlines/row-state.ts'
import { dayIn } from '#web/ui/time/format-instant.ts'
import styles from './duty-card.module.css'

type Props = {
  deadline: Deadline
  state: RowState
  now: string
  zone: string
  nameOf: (userId: string) => string
  /** What there is to say of a step that is not done. */
  detail?: ReactNode
  /** Buttons and links of the step. */
  children?: ReactNode
}

/** A step of a hazard: when it is due, how long that is, and when, by whom and by what it was done. */
export function DeadlineRow({ deadline, state, now, zone, nameOf, detail, children }: Props) {
  const { step, due, met, firstDue } = deadline
  const { is, words } = state
  const isLate = is === 'late' || is === 'met late'
  return (
    <li className={styles.row}>
      <Mark is={is} />
      <strong className={styles.name}>{stepNames[step]}</strong>
      <span className={styles.due} data-is={is}>
        {is === 'over' ? '' : isLate ? `Was due ${dueWords(due, now, zone)}` : label(dueWords(due, now, zone))}
      </span>
      <span className={styles.detail}>
        {met
          ? `Done ${dayIn(met.at, zone)}, ${timeIn(met.at, zone)} by ${nameOf(met.by)}`
          : (detail ?? (firstDue && `Put off from ${dueWords(firstDue, now, zone)}`))}
      </span>
      <span className={styles.left} data-late={isLate || undefined}>
        {is === 'met late' ? `Done ${words}` : words}
      </span>
      {met && (
        <span className={styles.proof}>
          {[met.found && `Found: ${findingNames[met.found].toLowerCase()}`, proofNames[met.proof], met.note]
            .filter(Boolean)
            .join(' · ')}
        </span>
      )}
      {children}
    </li>
  )
}

/** A step that starts once the investigation is finished. */
export const ExpectedRow = ({ name, within }: { name: string; within: string }) => (
  <li className={styles.row}>
    <Mark is="later" />
    <strong className={styles.name}>{name}</strong>
    <span />
    <span className={styles.detail}>{within}</span>
  </li>
)

const Mark = ({ is }: { is: RowIs }) => (
  <span className={styles.mark} data-is={is} aria-hidden>
    {is === 'met' && <IconCheck size={16} stroke={2.5} />}
    {(is === 'late' || is === 'met late') && <IconAlertTriangle size={14} stroke={2.25} />}
  </span>
)
