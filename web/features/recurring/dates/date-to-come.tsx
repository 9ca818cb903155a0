import { Button } from '@mantine/core'
import { useState } from 'react'
import { makingWords } from '#core/recurring/words.ts'
import { paperDay } from '#core/time/format.ts'
import type { ComingDate } from '#core/wire/jobs/recurring.ts'
import styles from '#web/features/recurring/recurring-dialog.module.css'
import { useSavingRecurring } from '#web/features/recurring/use-saving-recurring.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { toast } from '#web/ui/states/toast.tsx'
import { useNow } from '#web/ui/time/use-now.ts'
import { MoveDate } from './move-date.tsx'

type Props = {
  one: ComingDate
  /** The work that it is of, if the date may be changed. */
  recurringId: string | undefined
}

/** A date that has no job yet, to be skipped, moved and restored on its own. */
export function DateToCome({ one: { date, on, makeAt, isSkipped, movedTo }, recurringId }: Props) {
  const zone = useTimeZone()
  const now = useNow()
  const { busy, save } = useSavingRecurring()
  const [moving, setMoving] = useState(false)
  const isAsRuled = !isSkipped && movedTo === undefined
  const change = async (type: 'SkipRecurringDate' | 'RestoreRecurringDate') => {
    const fault = await save({ type, data: { recurringId: recurringId ?? '', date } })
    if (fault) return void toast.failure(fault.error)
    if (type === 'RestoreRecurringDate') toast.success(`${paperDay(date)} is restored.`)
    else toast.undoable(`${paperDay(date)} is skipped.`, () => change('RestoreRecurringDate'))
  }
  return (
    <li data-skipped={isSkipped || undefined}>
      <span>
        <strong>{isSkipped ? <s>{paperDay(on)}</s> : paperDay(on)}</strong>
        {!isSkipped && on !== date && <small>Moved from {paperDay(date)}</small>}
        <small>{isSkipped ? 'Skipped: no job is made' : makingWords(makeAt, new Date(now).toISOString(), zone)}</small>
      </span>
      {recurringId && !moving && (
        <span className={styles.acts}>
          {!isSkipped && (
            <Button variant="default" size="xs" className={styles.act} disabled={busy} onClick={() => setMoving(true)}>
              Move<span className="sr"> {paperDay(on)}</span>
            </Button>
          )}
          <Button
            variant="default"
            size="xs"
            className={styles.act}
            disabled={busy}
            onClick={() => change(isAsRuled ? 'SkipRecurringDate' : 'RestoreRecurringDate')}
          >
            {isAsRuled ? 'Skip' : 'Restore'}
            <span className="sr"> {paperDay(date)}</span>
          </Button>
        </span>
      )}
      {recurringId && moving && (
        <MoveDate
          recurringId={recurringId}
          date={date}
          on={on}
          onClose={() => setMoving(false)}
          onUndo={() => change('RestoreRecurringDate')}
        />
      )}
    </li>
  )
}
