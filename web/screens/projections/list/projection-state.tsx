import { IconAlertTriangle, IconGitCompare, IconPlayerPlay } from '@tabler/icons-react'
import type { ProjectionState } from '#core/wire/projections.ts'
import { stateName } from '#web/screens/projections/projection-format.ts'
import styles from './projection-state.module.css'

const icons = {
  behind: IconAlertTriangle,
  parked: IconAlertTriangle,
  stale: IconAlertTriangle,
  building: IconPlayerPlay,
}

/** A projection's state: an icon and a word, coloured if it needs attention. */
export function ProjectionStateMark({ state }: { state: ProjectionState }) {
  const Icon = state === 'comparing' ? IconGitCompare : state === 'live' ? undefined : icons[state]
  return (
    <span className={styles.state} data-state={state}>
      {Icon ? <Icon size={16} stroke={1.75} aria-hidden /> : <span className={styles.dot} aria-hidden="true" />}
      {stateName(state)}
    </span>
  )
}
