import { Button } from '@mantine/core'
import { useState } from 'react'
import { textsOf } from '#core/erasure/erasure.ts'
import type { HistoryEntry } from '#core/history/history.ts'
import { isOffice } from '#core/model/access.ts'
import { isRefusal } from '#core/model/refusals.ts'
import { useUser } from '#web/client/use-user.ts'
import { useMay } from '#web/sync/rights.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import styles from './history.module.css'
import type { EntryContext } from './history-authors.ts'
import { undoLabel } from './undo/history-undo-label.ts'
import { UndoDialog } from './undo/lazy-undo-dialog.tsx'
import { useUndo } from './undo/use-undo.ts'

const EraseDialog = lazyComponent(async () => (await import('./history-erase.tsx')).EraseDialog)
const CorrectTime = lazyComponent(async () => (await import('./history-correct-time.tsx')).CorrectTime)

type Props = { entry: HistoryEntry } & Omit<EntryContext, 'chosen'>

/** What can be done about a change: undo it, correct its time, or erase it by law. */
export function EntryActions({ entry, ...around }: Props) {
  const { userRole } = useUser()
  const { jobId, zone } = around
  const [mayWork, mayErase] = [useMay('work'), useMay('erase')]
  const [open, setOpen] = useState<'undo' | 'correct' | 'erase'>()
  const found = useUndo(entry, around)
  if (!found) return null
  const { event, now, asked, undo, error } = found
  const close = () => setOpen(undefined)
  return (
    <div className={styles.actions}>
      {error && <p className={styles.when}>The job as it was before could not be loaded.</p>}
      {undo && isRefusal(undo) && <p className={styles.when}>Can’t be put back: {undo.error}</p>}
      {undo && !isRefusal(undo) && (
        <Button variant="default" size="xs" onClick={() => setOpen('undo')}>
          {undoLabel(undo, zone)}
        </Button>
      )}
      {mayWork && isOffice(userRole) && entry.type !== 'TimeCorrected' && (
        <Button variant="default" size="xs" onClick={() => setOpen('correct')}>
          Correct the time
        </Button>
      )}
      {mayErase && textsOf(event).length > 0 && (
        <Button variant="default" size="xs" onClick={() => setOpen('erase')}>
          Erase...
        </Button>
      )}
      {open === 'undo' && undo && !isRefusal(undo) && (
        <UndoDialog job={now} command={undo} asked={asked} zone={zone} onClose={close} />
      )}
      {open === 'erase' && <EraseDialog seq={event.seq} zone={zone} onClose={close} />}
      {open === 'correct' && <CorrectTime jobId={jobId} entry={entry} zone={zone} onClose={close} />}
    </div>
  )
}
