import { Button } from '@mantine/core'
import type { ProjectionOverview, ProjectionRun } from '#core/wire/projections.ts'
import { momentIn } from '#web/features/history/history-times.ts'
import { duration, namesOf, outcomeOf } from '#web/screens/projections/projection-format.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { Card } from '#web/ui/card.tsx'
import { numberText } from '#web/ui/number-format.ts'
import styles from './recent-runs.module.css'
import type { RunActions } from './run-actions.ts'

type Props = { runs: readonly ProjectionRun[]; projections: readonly ProjectionOverview[]; actions: RunActions }

/** Recent runs, with Undo for the last switch of each projection. */
export function RecentRuns({ runs, projections, actions }: Props) {
  const zone = useTimeZone()
  return (
    <Card title="Recent runs" flush>
      {runs.length === 0 && <p className={styles.none}>Nothing has been replayed yet.</p>}
      <ul className={styles.runs}>
        {runs.map((run) => (
          <li key={run.runId} className={styles.run}>
            <code>{namesOf(run, projections.length)}</code>
            <span className={styles.outcome} data-failed={run.state === 'failed' || undefined}>
              {outcomeOf(run)}
            </span>
            <span className={styles.quiet}>
              {run.events.done > 0 && run.endedAt && run.errors.length === 0
                ? `${numberText(run.events.done)} events in ${duration(secondsOf(run))}`
                : run.errors.map((one) => one.error).join(', ')}
            </span>
            <span className={styles.when}>
              {momentIn(run.endedAt ?? run.startedAt, zone)} by {run.startedBy}
            </span>
            {wayBack(run, projections).map((of) => (
              <Button
                key={of.name}
                variant="default"
                size="xs"
                disabled={actions.busy === of.name || of.runId !== undefined}
                onClick={() => actions.confirm('undo', of)}
              >
                Undo<span className="sr"> the last switch of {of.name}</span>
              </Button>
            ))}
          </li>
        ))}
      </ul>
    </Card>
  )
}

const secondsOf = ({ startedAt, endedAt = startedAt }: ProjectionRun) =>
  Math.max(1, (Date.parse(endedAt) - Date.parse(startedAt)) / 1_000)

/** The projections of a run that can be switched back to their previous rows. */
const wayBack = (run: ProjectionRun, projections: readonly ProjectionOverview[]) =>
  projections.filter((of) => of.undo && of.lastRunId === run.runId && ['replay', 'promote', 'undo'].includes(run.kind))
