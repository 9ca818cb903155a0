import { duration, projectionTitle } from '#web/screens/projections/projection-format.ts'
import { Versions } from '#web/screens/projections/versions.tsx'
import { numberText } from '#web/ui/number-format.ts'
import { ProjectionStateMark } from './projection-state.tsx'
import { Actions, type ListProps } from './projections-table.tsx'
import { StoppedNotice } from './stopped-notice.tsx'
import styles from './table.module.css'

/** The projections on a phone, a card each. */
export const ProjectionsCards = ({ projections, actions, onChoose }: ListProps) => (
  <ul className={styles.cards} aria-label="Projections">
    {projections.map((of) => (
      <li key={of.name} className={styles.card}>
        <div className={styles.cardHead}>
          <span>
            <code>{of.name}</code>
            <span className={styles.words}>{projectionTitle(of.name)}</span>
          </span>
          <ProjectionStateMark state={of.state} />
        </div>
        <dl className={styles.facts}>
          <div>
            <dt>Version</dt>
            <dd>
              <Versions from={of.liveVersion ?? of.version} to={of.version} />
            </dd>
          </div>
          <div>
            <dt>Position</dt>
            <dd>{of.seq === undefined ? '–' : numberText(of.seq)}</dd>
          </div>
          <div>
            <dt>Lag</dt>
            <dd>
              {of.lag.seconds >= 1
                ? `${numberText(of.lag.events)}, ${duration(of.lag.seconds)}`
                : numberText(of.lag.events)}
            </dd>
          </div>
          <div>
            <dt>Events/s</dt>
            <dd>{numberText(Math.round(of.rate))}</dd>
          </div>
        </dl>
        {(of.parkedAt || of.state === 'stale') && <StoppedNotice of={of} actions={actions} />}
        <Actions of={of} actions={actions} onChoose={onChoose} />
      </li>
    ))}
  </ul>
)
