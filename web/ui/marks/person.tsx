import type { PersonColour } from '#core/member/colours.ts'
import { proposedInitials } from '#core/member/names.ts'
import type { Role } from '#core/model/messages.ts'
import styles from './person.module.css'

const tints: Record<Role, string | undefined> = { owner: styles.owner, admin: styles.admin, team: styles.team }
const names: Record<Role, string> = { owner: 'Owner', admin: 'Admin', team: 'Team' }

/** A role as screens name it. */
export const roleName = (role: Role) => names[role]

/** How a person is marked: by what they chose, else by the initials of the name and the tint of the role. */
export type PersonLook = { initials?: string | undefined; colour?: PersonColour | undefined }

type AvatarProps = { name: string; role: Role; look?: PersonLook | undefined; size?: number }

/** A person's initials in a disc. Hidden from screen readers, as the name is beside it. */
export const PersonAvatar = ({ name, role, look = {}, size = 28 }: AvatarProps) => (
  <span
    className={`${styles.avatar} ${look.colour ? styles[look.colour] : tints[role]}`}
    style={{ width: size, height: size }}
    data-long={(look.initials?.length ?? 0) > 2 || undefined}
    aria-hidden
  >
    {look.initials ?? proposedInitials(name)}
  </span>
)

/** A role as the small grey word beside a name. */
export const RoleTag = ({ role }: { role: Role }) => <span className={styles.role}>{names[role]}</span>
