import { Button } from '@mantine/core'
import type { ProjectionOverview } from '#core/wire/projections.ts'
import { duration, projectionTitle } from '#web/screens/projections/projection-format.ts'
import type { RunActions } from '#web/screens/projections/runs/run-actions.ts'
import { Versions } from '#web/screens/projections/versions.tsx'
import { numberText } from '#web/ui/number-format.ts'
import { ProjectionStateMark } from './projection-state.tsx'
import { RateSparkline } from './rate-sparkline.tsx'
import { StoppedNotice } from './stopped-notice.tsx'
import styles from './table.module.css'

export type ListProps = {
  projections: readonly ProjectionOverview[]
  actions: RunActions
  /** The projection whose comparison is shown beside the list. */
  chosen: string | undefined
  onChoose: (name: string) => void
}

/** Every projection: its version, position, rate, state and actions. */
export const ProjectionsTable = ({ projections, ...row }: ListProps) => (
  <div className={styles.card}>
    <table className={styles.table}>
      <caption className="sr">Projections</caption>
      <thead>
        <tr>
          <th scope="col">Projection</th>
          <th scope="col">Version</th>
          <th scope="col" className={styles.number}>
            Position
          </th>
          <th scope="col" className={styles.number}>
            Lag
          </th>
          <th scope="col">Events/s</th>
          <th scope="col">State</th>
          <th scope="col">Action</th>
        </tr>
      </thead>
      {projections.map((of) => (
        <Row key={of.name} of={of} {...row} />
      ))}
    </table>
  </div>
)

function Row({ of, actions, chosen, onChoose }: Omit<ListProps, 'projections'> & { of: ProjectionOverview }) {
  const { name, seq, lag, rate, rates, state } = of
  return (
    <tbody data-chosen={chosen === name || undefined}>
      <tr>
        <th scope="row">
          <code>{name}</code>
          <span className={styles.words}>{projectionTitle(name)}</span>
        </th>
        <td>
          <Versions from={of.liveVersion ?? of.version} to={of.version} />
        </td>
        <td className={styles.number}>{seq === undefined ? '–' : numberText(seq)}</td>
        <td className={styles.number} data-look={lag.seconds >= 1 || undefined}>
          {numberText(lag.events)}
          {lag.seconds >= 1 && <span className={styles.words}>{duration(lag.seconds)}</span>}
        </td>
        <td>
          <span className={styles.pace}>
            <RateSparkline rates={rates} />
            {numberText(Math.round(rate))}
          </span>
        </td>
        <td>
          <ProjectionStateMark state={state} />
        </td>
        <td>
          <Actions of={of} actions={actions} onChoose={onChoose} />
        </td>
      </tr>
      {(of.parkedAt || state === 'stale') && (
        <tr>
          <td colSpan={7} className={styles.stuck}>
            <StoppedNotice of={of} actions={actions} />
          </td>
        </tr>
      )}
    </tbody>
  )
}

/** A projection's actions, one at a time. */
export function Actions({
  of,
  actions,
  onChoose,
}: Pick<ListProps, 'actions' | 'onChoose'> & { of: ProjectionOverview }) {
  const { name, runId, compared } = of
  const busy = actions.busy === name || runId !== undefined
  return (
    <span className={styles.actions}>
      <Button
        variant="default"
        size="xs"
        disabled={busy}
        onClick={() => {
          onChoose(name)
          void actions.run('compare', name)
        }}
      >
        Dry run<span className="sr"> of {name}</span>
      </Button>
      <Button variant="default" size="xs" disabled={busy} onClick={() => actions.confirm('replay', of)}>
        Replay<span className="sr"> {name}</span>
      </Button>
      {compared && (
        <button type="button" className={styles.link} onClick={() => onChoose(name)}>
          Result<span className="sr"> of the dry run of {name}</span>
        </button>
      )}
    </span>
  )
}
