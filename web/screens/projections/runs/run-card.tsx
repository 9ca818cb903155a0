import { Button } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { timeIn } from '#core/time/format.ts'
import { type ProjectionOverview, type ProjectionRun, rebuildNeedsSpace } from '#core/wire/projections.ts'
import { duration, namesOf } from '#web/screens/projections/projection-format.ts'
import { Versions } from '#web/screens/projections/versions.tsx'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { counted, numberText } from '#web/ui/number-format.ts'
import styles from '#web/ui/progress-card.module.css'
import type { RunActions } from './run-actions.ts'

type Props = { run: ProjectionRun; projections: readonly ProjectionOverview[]; actions: RunActions }

/** A run under way: its progress, and how to pause or cancel it. */
export function RunCard({ run, projections, actions }: Props) {
  const zone = useTimeZone()
  const { kind, state, events, rate, secondsLeft, errors } = run
  const [first] = run.projections
  const of = projections.find((one) => one.name === first?.name)
  if (!first || !of) return null
  const share = events.total === 0 ? 0 : Math.min(1, events.done / events.total)
  const { liveVersion = of.version } = of
  const live = `Version ${liveVersion} keeps serving`
  const longer = kind === 'replay' || kind === 'compare'
  return (
    <section className={styles.card} aria-label={`Run of ${first.name}`}>
      <div className={styles.head}>
        <h2>
          {headings[kind][state === 'running' ? 'running' : 'other'](namesOf(run, projections.length))}
          {state === 'paused' && ', paused'}
          {state === 'waiting' && ', waiting'}
        </h2>
        {liveVersion !== first.version && (
          <span className={styles.tag}>
            version <Versions from={liveVersion} to={first.version} />
          </span>
        )}
        <span className={styles.said}>
          {kind === 'compare' ? `${live}, nothing is switched` : `${live} until the new rows have caught up`}
        </span>
        <span className={styles.space} />
        {longer && state === 'running' && (
          <Button
            variant="default"
            leftSection={<IconPlayerPause size={16} aria-hidden />}
            disabled={actions.busy === first.name}
            onClick={() => void actions.run('pause', first.name)}
          >
            Pause
          </Button>
        )}
        {longer && state === 'paused' && (
          <Button
            variant="default"
            leftSection={<IconPlayerPlay size={16} aria-hidden />}
            disabled={actions.busy === first.name}
            onClick={() => void actions.run('resume', first.name)}
          >
            Resume
          </Button>
        )}
        <Button variant="default" onClick={() => actions.confirm('cancel', of)}>
          {kind === 'compare' ? 'Cancel dry run' : 'Cancel replay'}
        </Button>
      </div>
      {run.held && (
        <p className={styles.failed} role="status">
          {rebuildNeedsSpace}
        </p>
      )}
      <div
        className={styles.bar}
        role="progressbar"
        aria-label={`Events replayed for ${first.name}`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(share * 100)}
      >
        <span style={{ width: `${share * 100}%` }} />
      </div>
      <div className={styles.rates}>
        <span>
          <b>{Math.floor(share * 100)}%</b> {numberText(events.done)} of {numberText(events.total)} events
        </span>
        {state === 'running' && (
          <span>
            <b>{numberText(Math.round(rate))}</b> events/s
          </span>
        )}
        {state === 'running' && secondsLeft !== undefined && (
          <span>
            <b>{duration(secondsLeft)}</b> left
          </span>
        )}
        <span data-failed={errors.length > 0 || undefined}>
          <b>{numberText(errors.length)}</b> {errors.length === 1 ? 'error' : 'errors'}
        </span>
        <span className={styles.space} />
        <span>
          started {timeIn(run.startedAt, zone)} by {run.startedBy}
        </span>
      </div>
      {errors.map((one) => (
        <p key={`${one.projection} ${one.seq}`} className={styles.failed}>
          {one.projection} stopped{one.seq > 0 && ` at event ${numberText(one.seq)}`}: {one.error}
        </p>
      ))}
      {run.companies.total > 1 && (
        <p className={styles.said}>{counted(run.companies.total, 'company', 'companies')} in all</p>
      )}
    </section>
  )
}

type Heading = { running: (names: string) => string; other: (names: string) => string }
const replaying = { running: (names: string) => `Replaying ${names}`, other: (names: string) => `Replay of ${names}` }
const dry = { running: (names: string) => `Dry run of ${names}`, other: (names: string) => `Dry run of ${names}` }
const heading = (verb: string): Heading => ({
  running: (names) => `${verb} ${names}`,
  other: (names) => `${verb} ${names}`,
})
const headings: Record<ProjectionRun['kind'], Heading> = {
  replay: replaying,
  compare: dry,
  promote: heading('Promoting'),
  discard: heading('Discarding the dry run of'),
  undo: heading('Undoing the replay of'),
  retry: heading('Retrying'),
}
