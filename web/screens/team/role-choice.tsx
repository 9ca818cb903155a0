import type { Assignable } from '#web/sync/reads/team.ts'
import styles from './dialogs.module.css'

const choices: readonly (readonly [role: Assignable, name: string, says: string])[] = [
  ['team', 'Team', 'Works on jobs: tasks, photos, comments. Sees no prices.'],
  ['admin', 'Admin', 'Creates, edits and schedules jobs, and sees prices.'],
]

type Props = { role: Assignable; onRole: (role: Assignable) => void }

/** The two roles that can be assigned. */
export const RoleChoice = ({ role, onRole }: Props) => (
  <fieldset className={styles.choices}>
    <legend>Role</legend>
    {choices.map(([one, name, says]) => (
      <label key={one} className={styles.choice}>
        <input type="radio" name="role" value={one} checked={role === one} onChange={() => onRole(one)} />
        <span>
          <strong>{name}</strong>
          <span>{says}</span>
        </span>
      </label>
    ))}
  </fieldset>
)
