import { Button } from '@mantine/core'
import { Link } from 'react-router'
import type { ProjectionOverview } from '#core/wire/projections.ts'
import { momentIn } from '#web/features/history/history-times.ts'
import type { RunActions } from '#web/screens/projections/runs/run-actions.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { numberText } from '#web/ui/number-format.ts'
import styles from './table.module.css'

/** Why a projection has stopped, since when its rows are stale, and how to resume. */
export function StoppedNotice({
  of: { name, parkedAt, staleSince, runId, seq: folded = 0 },
  actions,
}: {
  of: ProjectionOverview
  actions: RunActions
}) {
  const zone = useTimeZone()
  const since = staleSince && `Stale since ${momentIn(staleSince, zone)}.`
  if (!parkedAt)
    return (
      <p className={styles.why}>
        {since} These rows are from an older version that this release cannot update. Replay them to bring them up to
        date.
      </p>
    )
  const { seq, type, stream, streamId, error } = parkedAt
  return (
    <div className={styles.why}>
      <p>
        Stopped at event {numberText(seq)}
        {type && `, ${type}`}: <span className={styles.error}>{error}</span> {since} All other projections continue.
      </p>
      {stream === 'job' && streamId && (
        <Link to={`/job/${streamId}`}>
          See the job<span className="sr"> of event {numberText(seq)}</span>
        </Link>
      )}
      {/* Rows ahead of the log have no event to try: only a replay helps. */}
      {seq > folded && (
        <Button
          variant="default"
          size="xs"
          disabled={actions.busy === name || runId !== undefined}
          onClick={() => void actions.run('retry', name)}
        >
          Try again<span className="sr"> {name}</span>
        </Button>
      )}
    </div>
  )
}
