import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { timeIn } from '#core/time/format.ts'
import { paths } from '#core/wire/paths.ts'
import type { LedgerAnswer } from '#core/wire/proof.ts'
import { call } from '#web/client/call.ts'
import { useConnectionState } from '#web/sync/connection-state.ts'
import { useIsUnreachable, wakeOutbox } from '#web/sync/ledger/ledger-store.ts'
import { retryPhoto } from '#web/sync/photos/photo-queue.ts'
import { usePhotos } from '#web/sync/photos/photo-store.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import styles from './waiting.module.css'

/** Milliseconds after which a server that has not answered counts as unreachable. */
const patience = 5_000

/** Retries all unsent changes at once, and says if there is still no connection. */
export function TryNow() {
  const [trying, setTrying] = useState(false)
  const [failed, setFailed] = useState(false)
  const attempt = async () => {
    setTrying(true)
    wakeOutbox()
    sendPhotos()
    const isReached = await call<LedgerAnswer>(paths.ledger, { timeout: patience }).then(
      () => true,
      () => false,
    )
    setTrying(false)
    setFailed(!isReached)
  }
  return (
    <div className={styles.try}>
      <p role="status" className={styles.tried}>
        {failed && !trying && 'Still no connection.'}
      </p>
      <Button
        variant="default"
        size="lg"
        fullWidth
        leftSection={<IconRefresh size={20} stroke={1.75} aria-hidden />}
        disabled={trying}
        onClick={() => void attempt()}
      >
        {trying ? 'Trying...' : 'Try now'}
      </Button>
    </div>
  )
}

function sendPhotos() {
  const waiting = usePhotos.getState().photos.filter(({ state }) => state === 'waiting')
  for (const photo of waiting) retryPhoto(photo)
}

/** Since when nothing can be sent, and that nothing needs to be done about it. */
export function NoConnection() {
  const unreachable = useIsUnreachable()
  const lostAt = useConnectionState((store) => store.lostAt)
  const zone = useTimeZone()
  if (!unreachable) return null
  const since = lostAt === undefined ? '' : ` since ${timeIn(new Date(lostAt).toISOString(), zone)}`
  return <p className={styles.line}>No connection{since}. Fettle will send everything as soon as you’re back online.</p>
}
