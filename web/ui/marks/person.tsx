import type { Role } from '#core/model/messages.ts'
import styles from './person.module.css'

const tints: Record<Role, string | undefined> = { owner: styles.owner, admin: styles.admin, team: styles.team }
const names: Record<Role, string> = { owner: 'Owner', admin: 'Admin', team: 'Team' }

/** A role as screens name it. */
export const roleName = (role: Role) => names[role]

/** The initials of a username's first two words ('dana.whitfield' is DW), skipping 'the' ('The office' is O). */
export const initials = (username: string) =>
  username
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word && word.toLowerCase() !== 'the')
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')

/** A person's initials in a disc, tinted by role. Hidden from screen readers, as the name is beside it. */
export const PersonAvatar = ({ username, role, size = 28 }: { username: string; role: Role; size?: number }) => (
  <span className={`${styles.avatar} ${tints[role]}`} style={{ width: size, height: size }} aria-hidden>
    {initials(username)}
  </span>
)

/** A role as the small grey word beside a name. */
export const RoleTag = ({ role }: { role: Role }) => <span className={styles.role}>{names[role]}</span>
