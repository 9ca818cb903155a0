import { Popover } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { nameOfPerson } from '#core/member/names.ts'
import type { TeamUser } from '#web/sync/reads/team.ts'
import { PersonAvatar, RoleTag } from '#web/ui/marks/person.tsx'
import { LastActive } from './last-active.tsx'
import styles from './team.module.css'
import type { UserActions } from './team-table.tsx'
import { Telephone } from './telephone.tsx'
import { UnsentWork } from './unsent/unsent-work.tsx'

type Props = UserActions & { users: readonly TeamUser[]; own: string; manages: boolean; invites: boolean }

/** The users as cards for phones, each with a menu of actions. */
export const TeamCards = ({ users, own, manages, invites, ...actions }: Props) => (
  <ul className={styles.cards}>
    {users.map((user) => (
      <li key={user.userId} className={styles.phoneCard}>
        <PersonAvatar name={nameOfPerson(user)} role={user.userRole} look={user} size={42} />
        <div className={styles.lines}>
          <div>
            <span className={styles.username}>{nameOfPerson(user)}</span> <RoleTag role={user.userRole} />
            {user.userId === own && <span className={styles.quiet}> you</span>}
          </div>
          {user.fullName && <div className={styles.signIn}>{user.username}</div>}
          <UnsentWork work={user.unsentWork} />
          {user.telephone && (
            <div className={styles.call}>
              <Telephone number={user.telephone} />
            </div>
          )}
          {manages && (
            <>
              <div className={`${styles.quiet} ${styles.email}`}>{user.email}</div>
              <div>
                <LastActive user={user} prefix="Active" />
              </div>
            </>
          )}
        </div>
        {manages && user.userRole !== 'owner' && <CardMenu user={user} invites={invites} {...actions} />}
      </li>
    ))}
  </ul>
)

/** The owner's actions for a user. */
type MenuProps = UserActions & { user: TeamUser; invites: boolean }
function CardMenu({ user, invites, onNewLink, onDetails, onEdit, onDelete }: MenuProps) {
  const [opened, setOpened] = useState(false)
  const choices = [
    ...(invites && user.state === 'invited' ? [['New link', onNewLink] as const] : []),
    ...(invites
      ? ([
          ['Details', onDetails],
          ['Edit role', onEdit],
        ] as const)
      : []),
    ['Delete', onDelete] as const,
  ]
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus>
      <Popover.Target>
        <button type="button" className={styles.dots} aria-expanded={opened} onClick={() => setOpened(!opened)}>
          <IconDots size={20} aria-hidden />
          <span className="sr">Actions for {nameOfPerson(user)}</span>
        </button>
      </Popover.Target>
      <Popover.Dropdown className={styles.menu}>
        {choices.map(([name, act]) => (
          <button
            key={name}
            type="button"
            onClick={() => {
              setOpened(false)
              act(user)
            }}
          >
            {name}
          </button>
        ))}
      </Popover.Dropdown>
    </Popover>
  )
}
