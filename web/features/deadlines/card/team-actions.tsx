import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { Step } from '#core/deadlines/values.ts'
import type { Deadline } from '#core/job/duties/duty.ts'
import { doneNames } from '#web/features/deadlines/duty-words.ts'
import type { RowIs } from '#web/features/deadlines/row-state.ts'
import styles from './duty-card.module.css'

type Props = {
  deadline: Deadline
  is: RowIs
  isOwn: boolean
  onDone: (step: Step) => void
  onPutBack: (step: Step) => void
}

/** What the team can record on site. The office records what was found and what was sent. */
export function TeamActions({ deadline: { step, met }, is, isOwn, onDone, onPutBack }: Props) {
  if (is === 'over' || step === 'investigate' || step === 'summary') return null
  if (met)
    return isOwn ? (
      <span className={styles.links}>
        <button type="button" className={styles.quiet} onClick={() => onPutBack(step)}>
          Undo<span className="sr">: {doneNames[step]}</span>
        </button>
      </span>
    ) : null
  return (
    <span className={styles.actions}>
      <Button
        size="xs"
        variant={is === 'late' || is === 'next' ? 'filled' : 'default'}
        leftSection={<IconCheck size={16} aria-hidden />}
        onClick={() => onDone(step)}
      >
        {doneNames[step]}
      </Button>
    </span>
  )
}
