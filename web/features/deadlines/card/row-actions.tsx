import { Button } from '@mantine/core'
import { IconCheck, IconFileText } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Step } from '#core/deadlines/values.ts'
import type { Deadline, Duty, DutyOffice } from '#core/job/duties/duty.ts'
import { mayPutOff } from '#core/job/duty-decisions/put-off.ts'
import type { Asking } from '#web/features/deadlines/duty-dialogs.tsx'
import { doneNames } from '#web/features/deadlines/duty-words.ts'
import type { RowIs } from '#web/features/deadlines/row-state.ts'
import styles from './duty-card.module.css'

type Props = {
  duty: Duty
  office: DutyOffice
  deadline: Deadline
  is: RowIs
  onAsk: (asking: Asking) => void
  onPutBack: (step: Step) => void
}

/** What the office can do with a step: buttons for what is due next or late, links for the others. */
export function RowActions({ duty, office, deadline, is, onAsk, onPutBack }: Props) {
  const { step, met } = deadline
  if (is === 'over') return null
  if (met)
    return duty.ended ? null : (
      <span className={styles.links}>
        <Quiet onClick={() => onPutBack(step)} of={doneNames[step]}>
          Undo
        </Quiet>
      </span>
    )
  const isPressing = is === 'late' || is === 'next'
  const later = {
    'Put off': mayPutOff(duty, deadline) && (() => onAsk({ is: 'put off', step })),
    'Say why it is late': is === 'late' && (() => onAsk({ is: 'explain', step, isLate: true })),
    'Offered another place to stay': step === 'make safe' && isPressing && (() => onAsk({ is: 'stay' })),
  }
  return (
    <>
      {step === 'summary' ? (
        <SummaryActions summaries={office.summaries} is={is} onAsk={onAsk} />
      ) : isPressing ? (
        <span className={styles.actions}>
          <Button
            size="xs"
            variant={is === 'late' ? 'filled' : 'light'}
            leftSection={<IconCheck size={16} aria-hidden />}
            onClick={() => onAsk({ is: 'done', step })}
          >
            {doneNames[step]}
          </Button>
          {Object.entries(later).map(
            ([name, act]) =>
              act && (
                <Button key={name} size="xs" variant="default" onClick={act}>
                  {name}
                </Button>
              ),
          )}
        </span>
      ) : (
        <span className={styles.links}>
          <Quiet onClick={() => onAsk({ is: 'done', step })}>{doneNames[step]}</Quiet>
          {Object.entries(later).map(
            ([name, act]) =>
              act && (
                <Quiet key={name} onClick={act} of={doneNames[step]}>
                  {name}
                </Quiet>
              ),
          )}
        </span>
      )}
    </>
  )
}

type SummaryProps = {
  summaries: DutyOffice['summaries']
  is: RowIs
  onAsk: (asking: Asking) => void
}

/** The letter is written, and then marked as sent; or it went out in another way. */
function SummaryActions({ summaries, is, onAsk }: SummaryProps) {
  const unsent = summaries.find((one) => !one.sent)
  const write = () => onAsk(unsent ? { is: 'letter', summaryId: unsent.summaryId } : { is: 'write' })
  const send = () => onAsk(unsent ? { is: 'send', summaryId: unsent.summaryId } : { is: 'done', step: 'summary' })
  const names = [unsent ? 'Open the letter' : 'Write summary', unsent ? 'Mark as sent' : doneNames.summary] as const
  if (is === 'later')
    return (
      <span className={styles.links}>
        <Quiet onClick={write}>{names[0]}</Quiet>
        <Quiet onClick={send}>{names[1]}</Quiet>
      </span>
    )
  return (
    <span className={styles.actions}>
      <Button size="xs" variant="light" leftSection={<IconFileText size={16} aria-hidden />} onClick={write}>
        {names[0]}
      </Button>
      <Button size="xs" variant="default" onClick={send}>
        {names[1]}
      </Button>
      {is === 'late' && (
        <Button size="xs" variant="default" onClick={() => onAsk({ is: 'explain', step: 'summary', isLate: true })}>
          Say why it is late
        </Button>
      )}
    </span>
  )
}

type QuietProps = { onClick: () => void; of?: string; children: ReactNode }

const Quiet = ({ onClick, of, children }: QuietProps) => (
  <button type="button" className={styles.quiet} onClick={onClick}>
    {children}
    {of && <span className="sr">: {of}</span>}
  </button>
)
