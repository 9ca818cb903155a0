import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { notesPage } from '#core/job/newest-notes.ts'
import { errorMessage } from '#web/client/error-message.ts'
import { useIsUnreachable } from '#web/sync/ledger/ledger-store.ts'
import { readOlderNotes } from '#web/sync/reads/job.ts'
import { keys } from '#web/sync/reads/query-keys.ts'
import { counted } from '#web/ui/number-format.ts'
import { toast } from '#web/ui/states/toast.tsx'
import styles from './discussion.module.css'

type Props = {
  jobId: string
  /** How many comments are older than those in the list. */
  count: number
  list: RefObject<HTMLElement | null>
}

/** Shows the older comments of a job, fifty at a time. Offline it says that they are not on this device. */
export function OlderNotes({ jobId, count, list }: Props) {
  const queries = useQueryClient()
  const offline = useIsUnreachable()
  const [isReading, setReading] = useState(false)
  const [shown, setShown] = useState(0)
  const wasAsked = useRef(false)
  useEffect(() => {
    const first = list.current?.firstElementChild
    // The button that had the focus is gone.
    const isLost = wasAsked.current && document.activeElement === document.body
    if (count > 0 || !isLost || !(first instanceof HTMLElement)) return
    first.tabIndex = -1
    first.focus({ preventScroll: true })
  }, [count, list])
  const read = async () => {
    if (isReading) return
    setReading(true)
    wasAsked.current = true
    try {
      await readOlderNotes(jobId)
      setShown(Math.min(count, notesPage))
    } catch (error) {
      toast.failure(errorMessage(error), read)
      // Somebody may have deleted the oldest comment shown.
      void queries.invalidateQueries({ queryKey: keys.job(jobId) })
    } finally {
      setReading(false)
    }
  }
  return (
    <>
      <p className="sr" role="status">
        {shown > 0 && `${counted(shown, 'older comment')} shown`}
      </p>
      {count > 0 && offline && <p className={styles.empty}>{counted(count, 'older comment')} not on this device.</p>}
      {count > 0 && !offline && (
        <Button variant="default" size="xs" className={styles.older} aria-busy={isReading} onClick={() => void read()}>
          Show {counted(Math.min(count, notesPage), 'older comment')}
        </Button>
      )}
    </>
  )
}
