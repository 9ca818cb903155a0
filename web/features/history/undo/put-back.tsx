import { useState } from 'react'
import type { HistoryEntry } from '#core/history/history.ts'
import { isRefusal } from '#core/model/refusals.ts'
import styles from '#web/features/history/history.module.css'
import type { EntryContext } from '#web/features/history/history-authors.ts'
import { UndoDialog } from './lazy-undo-dialog.tsx'
import { useUndo } from './use-undo.ts'

/** Puts an entry's change back, where that is possible; shown while the pointer or the focus is in the entry. */
export function PutBack({ entry, ...around }: { entry: HistoryEntry } & Omit<EntryContext, 'chosen'>) {
  const [isAsked, setAsked] = useState(false)
  const found = useUndo(entry, around)
  if (!found?.undo || isRefusal(found.undo)) return null
  return (
    <span className={styles.putBack}>
      {' · '}
      <button type="button" className={styles.link} onClick={() => setAsked(true)}>
        Put it back
      </button>
      {isAsked && (
        <UndoDialog
          job={found.now}
          command={found.undo}
          asked={found.asked}
          zone={around.zone}
          onClose={() => setAsked(false)}
        />
      )}
    </span>
  )
}
