import { Button } from '@mantine/core'
import { type ApiKeyShown, callsKept } from '#core/wire/connections/api-keys.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { SkeletonRows } from '#web/ui/states/loading.tsx'
import { ReadState } from '#web/ui/states/read-state.tsx'
import { lastUse } from '#web/ui/time/last-use.ts'
import { useNow } from '#web/ui/time/use-now.ts'
import styles from './calls.module.css'
import { useCallsOfKey } from './key-queries.ts'

/** What an API key called last, and what came of it. */
export function CallsDialog({ item, onClose }: { item: ApiKeyShown; onClose: () => void }) {
  const read = useCallsOfKey(item.keyId)
  const zone = useTimeZone()
  const now = useNow()
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Last calls of ${item.name}`}
      size={720}
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <ReadState
        read={read}
        failed={() => 'Failed to load the calls. Please try again later.'}
        skeleton={<SkeletonRows rows={6} columns={{ time: 90, path: 260, status: 40 }} />}
      >
        {({ calls }) => (
          <>
            <table className={styles.calls}>
              <caption className="sr">Calls, newest first</caption>
              <thead>
                <tr>
                  <th scope="col">When</th>
                  <th scope="col">Call</th>
                  <th scope="col">Response</th>
                </tr>
              </thead>
              <tbody>
                {calls.map(({ callId, at, method, path, status }) => (
                  <tr key={callId}>
                    <td className={styles.time}>{lastUse(at, now, zone)}</td>
                    <td className={styles.path}>
                      {method} {path}
                    </td>
                    <td className={status >= 400 ? styles.refused : undefined}>{status}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            <p className={styles.note}>
              {calls.length === 0 ? 'No calls recorded for this key.' : `The last ${callsKept} calls are kept.`} Calls
              beyond its limit, or after its end, aren’t listed.
            </p>
          </>
        )}
      </ReadState>
    </Dialog>
  )
}
