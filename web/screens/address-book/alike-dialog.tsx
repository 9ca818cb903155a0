import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SiteCommand } from '#core/site/messages.ts'
import type { NamedSite } from '#core/wire/jobs/sites.ts'
import { errorMessage } from '#web/client/error-message.ts'
import { saveSite } from '#web/features/site/save-site.ts'
import { useAlikeSites } from '#web/sync/reads/sites/site-reads.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { SkeletonRows } from '#web/ui/states/loading.tsx'
import { ReadState } from '#web/ui/states/read-state.tsx'
import { toast } from '#web/ui/states/toast.tsx'
import styles from './address-book.module.css'

/** Sites whose names look like the same place, for the office to merge or to keep apart. */
export function AlikeDialog({ onClose }: { onClose: () => void }) {
  const alike = useAlikeSites()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const send = async (command: SiteCommand): Promise<boolean> => {
    if (busy) return false
    setBusy(true)
    try {
      await saveSite(queries, command)
      return true
    } catch (error) {
      toast.failure(error instanceof Error ? errorMessage(error) : String(error))
      return false
    } finally {
      setBusy(false)
    }
  }
  const merge = async (one: NamedSite, into: NamedSite) => {
    const { siteId } = one
    if (!(await send({ type: 'MergeSite', data: { siteId, into: into.siteId } }))) return
    toast.undoable(
      `${one.name} is part of ${into.name} now.`,
      () => void send({ type: 'UndoSiteMerge', data: { siteId } }),
    )
  }
  return (
    <Dialog opened onClose={onClose} title="Find duplicates" size={720}>
      <ReadState
        read={alike}
        failed={(error) => `Failed to look for duplicates: ${errorMessage(error)}`}
        skeleton={<SkeletonRows rows={4} columns={{ names: 260, keep: 200 }} />}
      >
        {({ pairs }) =>
          pairs.length === 0 ? (
            <p>No two sites have names that look alike.</p>
          ) : (
            <>
              <p>
                Are these the same place? The name that you keep gets all jobs of both. No job changes, and you can undo
                it.
              </p>
              <ul className={styles.pairs}>
                {pairs.map(({ one, other }) => (
                  <li key={`${one.siteId} ${other.siteId}`} className={styles.pair}>
                    <span className={styles.names}>
                      {one.name}
                      <br />
                      {other.name}
                    </span>
                    <Button variant="default" disabled={busy} onClick={() => merge(other, one)}>
                      Keep first<span className="sr">: {one.name}</span>
                    </Button>
                    <Button variant="default" disabled={busy} onClick={() => merge(one, other)}>
                      Keep second<span className="sr">: {other.name}</span>
                    </Button>
                    <Button
                      variant="subtle"
                      disabled={busy}
                      onClick={() =>
                        send({ type: 'KeepSitesApart', data: { siteId: one.siteId, otherId: other.siteId } })
                      }
                    >
                      Keep both
                      <span className="sr">
                        : {one.name}, {other.name}
                      </span>
                    </Button>
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </ReadState>
    </Dialog>
  )
}
